package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A user's mistake is one line that says what is valid, exit code 2, and nothing half-written. */
class UsageTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void cpusThatThisHostLacksAreSaidBeforeAnythingRuns() {
    int exit = execute("run", "quick", "--set", "cpus.provider=4000");

    assertThat(exit).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("CPUs 4000 not available").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void anOutputFolderThatCannotBeWrittenIsSaidBeforeAnythingRuns() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    int exit = execute("run", "quick", "--out", file.toString());

    assertThat(exit).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("cannot hold results", "--out DIR").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
    assertThat(file).hasContent("in the way");
  }

  @Test
  void aMetricsPortThatIsTakenIsSaidBeforeAnythingRuns() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      int exit = execute("run", "quick", "--metrics-port", port, "--out", folder.toString());

      assertThat(exit).isEqualTo(ExitCode.LAB_FAILED.code());
      assertThat(err.toString())
          .startsWith("poolbench: --metrics-port: cannot listen at port " + port)
          .hasLineCount(1);
      assertThat(out.toString()).isEmpty();
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void studiesAreListedWithWhatTheyAsk() {
    int exit = execute("list");

    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("quick +Fixed against cached .*"))
        .anyMatch(line -> line.startsWith("jsf-cached "));
  }

  @Test
  void studiesAreListedAsJsonForPrograms() throws Exception {
    int exit = execute("list", "--json");

    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    JsonNode studies = new ObjectMapper().readTree(out.toString());
    assertThat(studies.findValuesAsText("name")).contains("quick", "jsf-cached");
    assertThat(studies.get(0).path("title").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"--json", "--json --quiet", "--quiet --json --full"})
  void aResultAsJsonIsAllThatIsPrinted(String options) throws Exception {
    ResultsFolder folder = sample();

    int exit = execute(("report " + options + " " + folder.path()).split(" "));

    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    assertThat(new ObjectMapper().readTree(out.toString()))
        .isEqualTo(new ObjectMapper().readTree(folder.result().path().toFile()));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aQuietCommandPrintsThePathOfTheResultAlone() throws Exception {
    ResultsFolder folder = sample();

    int exit = execute("report", "--quiet", folder.path().toString());

    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    assertThat(out.toString().lines()).containsExactly(folder.path().toString());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theAnswerIsPrintedAndOnDemandAllTablesBeforeIt() throws Exception {
    ResultsFolder folder = sample();

    execute("report", folder.path().toString());
    assertThat(out.toString())
        .contains("Most users within the SLA", "--full")
        .doesNotContain("What the provider did", "\u001b");
    execute("report", "--full", folder.path().toString());
    assertThat(out.toString()).contains("What the provider did");
  }

  private ResultsFolder sample() throws Exception {
    ResultsFolder run = new ResultsFolder(Files.createDirectory(folder.resolve("run")));
    run.result().write(SampleResult.studyResult());
    return run;
  }

  private int execute(String... arguments) {
    CommandLine command = Poolbench.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
