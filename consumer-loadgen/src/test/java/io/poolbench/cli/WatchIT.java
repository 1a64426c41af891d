package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --watch}, read as a browser does. */
class WatchIT {
  private static final Pattern PAGE = Pattern.compile("page at (http://127\\.0\\.0\\.1:\\d+/)");
  private static final String STUDY =
      """
      driver: {method: empty}
      redis: {kind: embedded, records: 10}
      load: {users: [1, 2, 3, 4], thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 500ms}
      validity: {lag: 1h}
      sla: {tp99: 5s}
      provider: {threads: 16, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path folder;

  @Tag("nightly")
  @Test
  void thePageHasTheStepsSoFarUntilItIsReadAfterTheEnd() throws Exception {
    try (RunProcess run = RunProcess.plain(folder, STUDY, "--watch")) {
      run.awaitOutput("page at ");
      run.awaitOutput("\n");
      Matcher page = PAGE.matcher(run.output());
      assertThat(page.find()).isTrue();
      HttpResponse<String> first = get(page.group(1));
      assertThat(first.headers().firstValue("Refresh")).isPresent();
      run.awaitOutput("2 users");
      run.awaitOutput("3 users");
      HttpResponse<String> running = get(page.group(1));
      assertThat(running.body()).contains("RUNNING").contains("\"level\":1");
      assertThat(running.headers().firstValue("Refresh")).isPresent();

      run.awaitOutput("exit 0");
      HttpResponse<String> ended = get(page.group(1));

      assertThat(ended.body()).doesNotContain("RUNNING").contains("\"level\":4");
      run.assertExit(ExitCode.DONE);
    }
  }

  private HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
  }
}
