package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live view on a real pseudo-terminal. */
class LiveTerminalIT {
  private static final String ESCAPE = "\u001b";
  private static final int COLUMNS = 80;
  private static final int ROWS = 400;

  @TempDir private Path folder;

  @Tag("nightly")
  @Test
  void afterCtrlCTheTerminalIsUnchangedAndTheAnswerIsLast() throws Exception {
    RunProcess.assumeSigintIsDelivered();
    boolean script =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "script")));
    Assumptions.assumeTrue(script, "no 'script' of util-linux");
    String study =
        """
        provider: {threads: 4, queues: 10, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
        redis: {kind: embedded, records: 10, latency: 10ms}
        load: {users: 1, warmup: 500ms, settle: 0s, measure: 10m}
        """;
    try (RunProcess terminal = RunProcess.onTerminal(folder, study)) {
      terminal.awaitOutput(RunProcess.FIRST_STEP);
      ProcessHandle driver = terminal.driver().children().findFirst().orElseThrow();
      RunProcess.signal("INT", driver);

      terminal.assertExit(ExitCode.INTERRUPTED);
      String output = terminal.output();
      assertTerminalIsUnchanged(output);
      assertThat(VirtualScreen.of(output, COLUMNS, ROWS))
          .anyMatch(line -> line.startsWith("INTERRUPTED"))
          .noneMatch(line -> line.endsWith(" left"))
          .anyMatch(line -> line.startsWith("exit "));
    }
  }

  private static void assertTerminalIsUnchanged(String output) {
    assertThat(output).contains(ESCAPE + "[J", " left");
    // Cursor up, clearing, colours and their reset.
    assertThat(output.replaceAll(ESCAPE + "\\[(?:[0-9]*[AJK]|3[1239]m)", ""))
        .doesNotContain(ESCAPE);
    assertThat(output.lastIndexOf(ESCAPE + "[39m"))
        .isGreaterThan(output.lastIndexOf(ESCAPE + "[33m"));
  }
}
