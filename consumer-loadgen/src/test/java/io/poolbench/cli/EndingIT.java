package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is left of a real run that is told to end, or is killed: what it measured, and no process.
 */
@Tries
@Timeout(240)
class EndingIT {
  /** As the kernel and shells have it: 128 and the signal's number. */
  private static final int KILLED = 137;

  private static final String ONE_CELL =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10}
      validity: {speedLoss: 100%}
      load: {users: 2, warmup: 1s, settle: 0s, measure: 1s}
      """;

  private static final String THREE_CELLS =
      ONE_CELL + "cells: [{name: first}, {name: second, load: {measure: 10m}}, {name: never}]\n";

  @TempDir private Path folder;

  @BeforeEach
  void onlyWhereThereAreSignals() throws IOException {
    Signals.assumeSigintIsHeard();
    assumeThat(System.getProperty("os.name")).as("kill -TERM").contains("Linux");
  }

  @Test
  void aRunThatIsToldToEndSavesWhatItMeasuredMarksItAndLeavesNoProcess() throws Exception {
    assertEndsWell("TERM", RunProcess.FIRST_STEP, 500, 143);
  }

  @Tag("faults")
  @ParameterizedTest(name = "SIG{0} at ''{1}'' and {2} ms")
  @CsvSource({
    "TERM, '[1/3]', 0, 143",
    "INT,  '[2/3]', 0, 130",
    "INT,  'starting the provider', 300, 130",
    "TERM, 'warming up', 100, 143",
    "INT,  'warming up', 600, 130",
    "INT,  '" + RunProcess.FIRST_STEP + "', 500, 130",
    "TERM, '[2/3]', 1000, 143"
  })
  void aRunMayBeToldToEndAtAnyMoment(String signal, String moment, long millis, int code)
      throws Exception {
    assertEndsWell(signal, moment, millis, code);
  }

  private void assertEndsWell(String signal, String moment, long millis, int code)
      throws Exception {
    int finished;
    try (RunProcess run = start(THREE_CELLS)) {
      run.awaitOutput(moment);
      TimeUnit.MILLISECONDS.sleep(millis);
      run.look();
      RunProcess.signal(signal, run.driver());

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(code);
      assertThat(run.leftRunning()).isEmpty();
      assertThat(run.output()).contains("INTERRUPTED").doesNotContain("\tat ");
      finished = run.output().contains("[2/3]") ? 1 : 0;
    }
    StudyResult result = result();
    assertThat(result.interrupted()).isTrue();
    assertThat(result.cells().stream().filter(cell -> !cell.failed())).hasSize(finished);
    assertThat(result.cells().stream().filter(CellResult::failed))
        .extracting(CellResult::failure)
        .allMatch("interrupted"::equals);
  }

  @Tag("faults")
  @Test
  void aRunThatIsToldToEndWhileItCalibratesLeavesNoProcess() throws Exception {
    try (RunProcess run =
        start(
            "calibration: {saturationTps: 1000, threadTime: 3ms, outsideTime: 1ms}\n"
                + THREE_CELLS)) {
      run.awaitOutput("warming a provider");
      TimeUnit.SECONDS.sleep(2);
      run.look();
      RunProcess.signal("TERM", run.driver());

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(143);
      assertThat(run.leftRunning()).isEmpty();
    }
    assertThat(result().interrupted()).isTrue();
    assertThat(result().cells()).isEmpty();
  }

  @Tag("faults")
  @Test
  void aRunThatIsKilledKeepsItsFinishedCellsMarksThemAndTheNextOneFindsItsPortFree()
      throws Exception {
    String port = "provider.port=" + freePort();
    try (RunProcess run = start(THREE_CELLS, "--set", port)) {
      run.awaitOutput("[2/3]");
      run.awaitStep();
      run.look();
      run.driver().destroyForcibly();

      assertThat(run.awaitExit()).isEqualTo(KILLED);
      assertThat(run.leftRunning()).isEmpty();
    }
    StudyResult result = result();
    assertThat(result.interrupted()).as("a result that lacks cells says so").isTrue();
    assertThat(result.cells()).hasSize(1);
    assertThat(result.cells().get(0).steps()).hasSize(1);

    try (RunProcess next = start(ONE_CELL, "--set", port)) {
      assertThat(next.awaitExit())
          .as(next.output())
          .isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
    }
    assertThat(result().cells()).hasSize(1).noneMatch(CellResult::failed);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private RunProcess start(String yaml, String... options) throws IOException {
    Path study = Files.writeString(folder.resolve("ended.yaml"), yaml);
    return RunProcess.start(study, folder.resolve("results"), options);
  }

  private StudyResult result() throws IOException {
    return ResultsFolder.latest(folder.resolve("results"), "ended").result().read();
  }
}
