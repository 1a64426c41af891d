package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that is interrupted or killed keeps what it measured and leaves no process. */
@Tries
class EndingIT {
  private static final int TERMINATED = 128 + 15;
  private static final int KILLED = 128 + 9;

  private static final String THREE_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10}
      load: {users: 2, thinkTime: 10ms, warmup: 500ms, settle: 0s, measure: 500ms}
      cells: [{name: first}, {name: second, load: {measure: 10m}}, {name: never}]
      """;

  private static final String CALIBRATION =
      "calibration: {saturationTps: 1000, threadTime: 3ms, outsideTime: 1ms}";

  @TempDir private Path folder;

  @BeforeEach
  void onlyWhereSignalsAreDelivered() throws IOException {
    RunProcess.assumeSigintIsDelivered();
  }

  /** A stopped process ends neither with its input nor by SIGTERM. */
  @Test
  void aTerminatedRunEndsIn20SecondsWhereTheProviderDoesNotEnd() throws Exception {
    try (RunProcess run = RunProcess.live(folder, THREE_CELLS)) {
      run.awaitOutput("[2/3]");
      run.awaitOutput(RunProcess.FIRST_STEP);
      run.rememberChildren();
      RunProcess.signal("STOP", run.provider());
      long began = System.nanoTime();
      RunProcess.signal("TERM", run.driver());

      assertThat(run.awaitExit()).as("%s", run.output()).isEqualTo(TERMINATED);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
      assertThat(run.leftRunning()).isEmpty();
    }
    assertThat(RunProcess.recorded(folder).evaluation().run().isInterrupted()).isTrue();
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells).hasSize(2);
    RunProcess.assertMeasured(cells.get(0));
    assertThat(cells.get(1).failure().code()).isEqualTo("interrupted");
  }

  @Tag("nightly")
  @ParameterizedTest(name = "SIG{0} {2} ms after ''{1}''")
  @CsvSource({
    "TERM, '[1/3]', 0, 143, ''",
    "INT,  '[2/3]', 0, 130, ''",
    "INT,  'starting the provider', 300, 130, ''",
    "TERM, 'warming up', 100, 143, ''",
    "INT,  'warming up', 600, 130, ''",
    "INT,  '" + RunProcess.FIRST_STEP + "', 500, 130, ''",
    "TERM, '" + RunProcess.FIRST_STEP + "', 500, 143, ''",
    "TERM, '[2/3]', 1000, 143, ''",
    "TERM, 'warming provider', 2000, 143, '" + CALIBRATION + "'"
  })
  void aRunMayBeInterruptedAtAnyMoment(
      String signal, String moment, long millis, int code, String before) throws Exception {
    int finished;
    try (RunProcess run = RunProcess.live(folder, before + "\n" + THREE_CELLS)) {
      run.awaitOutput(moment);
      run.rememberChildren();
      RunProcess.signalAfter(millis, signal, run.driver());

      assertThat(run.awaitExit()).as("%s", run.output()).isEqualTo(code);
      assertThat(run.leftRunning()).isEmpty();
      assertThat(run.output()).doesNotContain("\tat ");
      finished = run.output().contains("[2/3]") ? 1 : 0;
    }
    assertThat(RunProcess.recorded(folder).evaluation().run().isInterrupted()).isTrue();
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells.stream().filter(cell -> !cell.failed())).hasSize(finished);
    assertThat(cells.stream().filter(MeasuredCell::failed))
        .extracting(cell -> cell.failure().code())
        .allMatch("interrupted"::equals);
  }

  @Tag("nightly")
  @Test
  void afterCtrlCATerminalIsUnchangedAndTheAnswerIsLast() throws Exception {
    assumeThat(RunProcess.shell("command -v script")).as("script of util-linux").isZero();
    try (RunProcess terminal = RunProcess.onTerminal(folder, THREE_CELLS)) {
      terminal.awaitOutput("[2/3]");
      terminal.awaitOutput(RunProcess.FIRST_STEP);
      RunProcess.signal("INT", terminal.driver().children().findFirst().orElseThrow());

      terminal.assertExit(ExitCode.INTERRUPTED);
      String output = terminal.output();
      assertThat(output).contains("\u001b[J", " left");
      // Cursor up, clearing, styles and their reset.
      assertThat(output.replaceAll("\u001b\\[(?:[0-9]*[AJK]|[0-9]+m)", ""))
          .doesNotContain("\u001b");
      assertThat(output.substring(output.lastIndexOf("\u001b["))).startsWith("\u001b[0m");
      assertThat(VirtualScreen.of(output, 80, 400))
          .noneMatch(line -> line.contains(" left, "))
          .anyMatch(line -> line.startsWith("exit 130: interrupted"));
    }
  }

  @Tag("nightly")
  @Test
  void aKilledRunKeepsItsFinishedCellsAndMarksThem() throws Exception {
    try (RunProcess run = RunProcess.live(folder, THREE_CELLS)) {
      run.awaitOutput("[2/3]");
      run.awaitOutput(RunProcess.FIRST_STEP);
      run.rememberChildren();
      run.driver().destroyForcibly();

      assertThat(run.awaitExit()).isEqualTo(KILLED);
      assertThat(run.leftRunning()).isEmpty();
    }
    assertThat(RunProcess.recorded(folder).evaluation().run().isInterrupted()).isTrue();
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells).hasSize(2);
    assertThat(cells.get(1).steps()).isEmpty();
    RunProcess.assertMeasured(cells.get(0));
  }
}
