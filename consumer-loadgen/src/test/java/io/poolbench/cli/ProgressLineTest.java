package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.load.LatencyRecorder;
import io.poolbench.load.Ledger;
import io.poolbench.load.MeasuredWindow.Part;
import io.poolbench.load.Outcome;
import io.poolbench.report.PlainText;
import io.poolbench.run.StudyListener;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The progress line as a virtual terminal shows it, and as a file has it. */
class ProgressLineTest {
  private static final int ROWS = 24;
  private static final CellResult USERS = SampleResult.studyResult().cells().get(0);
  private static final CellResult UNSTEADY = SampleResult.studyResult().cells().get(1);
  private static final Study STUDY =
      ProgressTest.study(1, null, List.of(USERS.cell(), UNSTEADY.cell()));

  private final Locale defaultLocale = Locale.getDefault();
  private final StringWriter out = new StringWriter();
  private int columns = 80;
  private long nanos;
  private ProgressLine line = line(STUDY, new Screen(true, () -> columns));
  private StudyListener events = line.listener();

  private ProgressLine line(Study study, Screen screen) {
    return new ProgressLine(study, new PrintWriter(out), screen, () -> nanos);
  }

  @AfterEach
  void restoreTheLocale() {
    line.close();
    Locale.setDefault(defaultLocale);
  }

  @ParameterizedTest
  @ValueSource(strings = {"und", "de-DE", "ja-JP"})
  void theRunningStepIsBelowTheFinishedOnes(String locale) {
    Locale.setDefault(Locale.forLanguageTag(locale));
    // Two cells of 4 s for the provider, 10 s warm-up and three steps of 11.5 s; 38 s have passed.
    upToTheThirdStep();

    assertThat(screen())
        .containsExactly(
            "sample: 2 cells, 6 steps, about 1:37",
            "",
            "[1/2] fixed 24",
            "  provider on CPU 0-1, driver on CPU 2-3; redis: embedded 6.2.7",
            "  step  1/3   8 users     4,000 TPS  TP99     2.50 ms  CPU  18.8 %  PASS",
            "  step  2/3  24 users     9,877 TPS  TP99     9.99 ms  CPU  56.3 %  PASS",
            "0:58 left, 32 users, 400 TPS, TP99 12.0 ms, [1/2] step 3/3, fixed 24");
  }

  /** Each slice of a block has 40 calls, too few for a percentile of a result. */
  @Test
  void figuresOfARoundAreThoseOfTheLastSlicesOfACellUnderALoad() {
    Cell other = USERS.cell().named("other");
    Study paired = Changed.with(STUDY, "cells", List.of(USERS.cell(), other));
    line.close();
    line = line(Changed.with(paired, "paired", new Paired(9)), new Screen(true, () -> columns));
    events = line.listener();
    events.pairedStarted(List.of(USERS.cell(), other), 1, 1);
    events.roundStarted(1, 2, 4);
    sample(USERS.cell(), 8, 40, 3);
    sample(USERS.cell(), 8, 10, 7);
    sample(other, 8, 40, 90);
    sample(USERS.cell(), 8, 40, 3);
    line.tick();

    assertThat(screen()).last().asString().endsWith(" ms, round 1/9, fixed 24");
    assertThat(screen()).last().asString().contains(" left, 8 users, 300 TPS, TP99 7.00 ms, ");
  }

  @Test
  void figuresOlderThanSomeSecondsDoNotCount() {
    events.stepStarted(USERS.cell(), 1, 8);
    sample(USERS.cell(), 8, 1_000, 80);
    pass(6);
    sample(USERS.cell(), 8, 10, 3);
    line.tick();

    assertThat(screen()).last().asString().contains(" left, 8 users, 100 TPS, TP99 3.00 ms, ");
  }

  @Test
  void aLoadWhoseCallsAllFailHasNoTp99() {
    events.stepStarted(USERS.cell(), 1, 8);
    sample(USERS.cell(), 8, 0, 3);
    line.tick();

    assertThat(screen()).last().asString().contains(" left, 8 users, 0.00 TPS, step 1/3");
  }

  @Test
  void theNextStepDoesNotBeginWithTheFiguresOfTheLast() {
    upToTheThirdStep();
    events.cellFinished(USERS);
    events.cellStarted(UNSTEADY.cell(), 1, 2, 2);
    line.tick();

    assertThat(screen()).last().asString().endsWith(" left, [2/2] starting the provider");
  }

  @Test
  void verdictsAreColoured() {
    events.stepFinished(UNSTEADY.cell(), UNSTEADY.steps().get(1));

    assertThat(out.toString()).contains("\u001b[33mINVALID\u001b[39m");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 61, 80, 120})
  void noLineIsWiderThanTheTerminalOrBrokenWithinAWord(int width) {
    columns = width;
    upToTheThirdStep();
    events.note("a note that is longer than a terminal of some eighty columns shows in one line");

    assertThat(screen()).allMatch(text -> PlainText.width(text) <= width - 3);
    assertThat(screen()).last().asString().startsWith("0:58 left, ");
    assertThat("0:58 left, 32 users, 400 TPS, TP99 12.0 ms, [1/2] step 3/3, fixed 24 ")
        .startsWith(screen().get(screen().size() - 1) + " ");
  }

  @Test
  void aTerminalThatBecameNarrowerIsWrittenAnew() {
    upToTheThirdStep();
    columns = 40;
    line.tick();
    columns = 80;
    events.note("next");

    assertThat(screen()).filteredOn(text -> text.contains(" left, ")).hasSize(1);
  }

  @Test
  void theTimeLeftFallsBetweenEventsButNotBelowWhatComesNext() {
    upToTheThirdStep();
    pass(1);
    line.tick();
    assertThat(screen()).last().asString().startsWith("0:57 left");
    pass(3_600);
    line.tick();
    // The second cell: 4 s for the provider, its warm-up and steps.
    assertThat(screen()).last().asString().startsWith("0:48 left");
  }

  @Test
  void aStepThatIsMeasuredLongerTakesThatTime() {
    upToTheThirdStep();
    pass(9);
    line.tick();
    assertThat(screen()).last().asString().startsWith("0:49 left");

    events.stepProlonged(USERS.cell(), USERS.steps().get(2));
    line.tick();

    assertThat(screen()).last().asString().startsWith("0:58 left");
  }

  @Test
  void aClosedLineLeavesNothingAlsoOfWhatATerminalEchoesForCtrlC() {
    upToTheThirdStep();
    out.append("^C");
    line.close();
    line.tick();
    out.append("next\n");

    assertThat(screen()).last().isEqualTo("next");
    assertThat(screen()).noneMatch(text -> text.contains(" left") || text.contains("^C"));
  }

  @Test
  void noTerminalModeIsChangedThatWouldHaveToBeRestored() {
    upToTheThirdStep();
    line.close();

    assertThat(out.toString().replaceAll("\u001b\\[(?:[0-9]*[AJ]|3[1239]m)", ""))
        .doesNotContain("\u001b");
    assertThat(out.toString().split("\u001b\\[3[123]m", -1))
        .as("each colour is reset")
        .hasSameSizeAs(out.toString().split("\u001b\\[39m", -1));
  }

  /** A calibration of ten minutes: it has steps, and each of them takes long. */
  @Test
  void withoutATerminalThereIsALineEvery15Seconds() {
    line.close();
    line = line(STUDY, Screen.PLAIN);
    events = line.listener();
    for (int second = 1; second <= 600; second++) {
      pass(1);
      if (second % 100 == 20) {
        events.calibrationStep("measuring " + second);
      }
      line.tick();
    }

    assertThat(out.toString()).doesNotContain("\u001b");
    assertThat(out.toString().lines().filter(text -> text.startsWith("  "))).hasSize(600 / 15);
    assertThat(out.toString().lines())
        .contains("  1:37 left, starting", "  1:37 left, calibrating: measuring 120");
  }

  private void upToTheThirdStep() {
    events.cellStarted(USERS.cell(), 1, 1, 2);
    pass(4);
    events.warming(USERS.cell(), USERS.environment());
    sample(USERS.cell(), 32, 40, 12);
    pass(10);
    events.warmed(USERS.cell(), USERS.warmUp());
    for (int step = 1; step <= 2; step++) {
      events.stepStarted(USERS.cell(), step, USERS.steps().get(step - 1).level());
      pass(11);
      sample(USERS.cell(), USERS.steps().get(step - 1).level(), 40, 3);
      line.tick();
      events.stepFinished(USERS.cell(), USERS.steps().get(step - 1));
    }
    events.stepStarted(USERS.cell(), 3, 32);
    pass(2);
    sample(USERS.cell(), 32, 40, 12);
    line.tick();
  }

  /** A tenth of a second with so many OK calls of a length, and a refused one. */
  private void sample(Cell cell, int level, int calls, int millis) {
    LatencyRecorder recorder = new LatencyRecorder();
    for (int call = 0; call < calls; call++) {
      recorder.record(Outcome.OK, TimeUnit.MILLISECONDS.toNanos(millis));
    }
    recorder.record(Outcome.REJECTED, 1_000);
    events.sampled(
        cell, level, new Part(TimeUnit.MILLISECONDS.toNanos(100), recorder.take(Ledger.EMPTY)));
  }

  private void pass(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  /** The lines of the screen down to the last that is not blank. */
  private List<String> screen() {
    return VirtualScreen.of(out.toString(), columns, ROWS);
  }
}
