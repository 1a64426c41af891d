package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.cli.Display.LiveRegion;
import io.poolbench.cli.Display.PrintedLines;
import io.poolbench.cli.LiveProgress.LiveView;
import io.poolbench.cli.LiveProgress.LiveView.BlockGraphics;
import io.poolbench.report.PlainText;
import io.poolbench.report.Terminal;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.run.StudyListener;
import io.poolbench.run.StudyListener.LiveSnapshot;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The live view as a virtual terminal shows it. */
class LiveProgressTest {
  private static final int ROWS = 24;
  private static final CellResult USERS = SampleResult.studyResult().cells().get(0);
  private static final CellResult UNSTEADY = SampleResult.studyResult().cells().get(1);

  private final Locale defaultLocale = Locale.getDefault();
  private final StringWriter out = new StringWriter();
  private final LiveRegion region = new LiveRegion(new PrintWriter(out), () -> columns());
  private final Study study = ProgressTest.study(1, null, List.of(USERS.cell(), UNSTEADY.cell()));
  private final Progress lines =
      new Progress(study, line -> region.print(Terminal.paint(line)), false);
  private int columns = 80;
  private long nanos;
  private final LiveProgress view =
      new LiveProgress(
          "sample",
          shown -> region.show(shown.lines(region.width())),
          () -> nanos,
          lines.time(),
          1);
  private final StudyListener events = StudyListener.all(lines, view);

  private int columns() {
    return columns;
  }

  @AfterEach
  void restoreTheLocale() {
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
            "[1/2] fixed 24  step  3/3  32 users",
            "████████████████████████▌░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  39 %  0:58 left",
            "TPS  ▄██ 10,000 now",
            "TP99 ▂▇█ 12.0 ms now");
  }

  @Test
  void pairedCellsDoNotBeginWithTheStepsOfOthers() {
    upToTheThirdStep();
    view.pairedStarted(List.of(USERS.cell(), UNSTEADY.cell()), 2, 2);

    assertThat(screen())
        .anyMatch(line -> line.startsWith("in turns: "))
        .noneMatch(line -> line.startsWith("TPS "));
  }

  @Test
  void oneUserOfASliceIsSingular() {
    view.sliceStarted(USERS.cell(), 1, 1);

    assertThat(screen()).anyMatch(line -> line.endsWith(USERS.cell().name() + ", 1 user"));
  }

  @Test
  void verdictsAreColouredAndNamesKeepTheirPlace() {
    events.cellStarted(UNSTEADY.cell(), 1, 2, 2);
    events.warming(UNSTEADY.cell(), UNSTEADY.environment());
    events.warmed(UNSTEADY.cell(), UNSTEADY.warmUp());
    events.stepFinished(UNSTEADY.cell(), UNSTEADY.steps().get(1));

    assertThat(screen()).anyMatch(line -> line.startsWith("[2/2] 缓存线程池 a|b c  "));
    assertThat(out.toString()).contains("\u001b[33mINVALID\u001b[39m");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 80, 120})
  void theViewIsNeverWiderThanTheTerminal(int width) {
    columns = width;
    upToTheThirdStep();
    LiveView widest =
        new LiveView(
            "缓存线程池".repeat(30),
            "step  3/3  32 users",
            Duration.ofSeconds(1),
            Duration.ofSeconds(61),
            Duration.ofSeconds(600),
            Collections.nCopies(300, 1.0),
            Collections.nCopies(300, 1.0),
            true);
    assertThat(widest.lines(width - 1)).allMatch(line -> PlainText.width(line) < width);
    if (width >= 40) {
      assertThat(screen()).filteredOn(line -> line.startsWith("TPS ")).hasSize(1);
    }
  }

  @Test
  void theTimeLeftFallsBetweenEventsButNotBelowWhatComesNext() {
    upToTheThirdStep();
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:58 left"));
    pass(1);
    view.tick();
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:57 left"));
    pass(3_600);
    view.tick();
    // The second cell: 4 s for the provider, its warm-up and steps.
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:48 left"));
  }

  @Test
  void aStepThatIsMeasuredLongerTakesThatTime() {
    upToTheThirdStep();
    pass(9);
    view.tick();
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:49 left"));

    events.stepProlonged(USERS.cell(), USERS.steps().get(2));

    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:58 left"));
  }

  @Test
  void aClosedViewLeavesNothingButItsLinesAlsoOfWhatATerminalEchoesForCtrlC() {
    upToTheThirdStep();
    out.append("^C");
    view.close();
    region.show(List.of());
    view.tick();
    out.append("next\n");

    assertThat(screen()).last().isEqualTo("next");
    assertThat(screen())
        .noneMatch(line -> line.contains("█") || line.contains(" now") || line.contains("^C"));
  }

  @Test
  void noTerminalModeIsChangedThatWouldHaveToBeRestored() {
    upToTheThirdStep();
    region.show(List.of());

    assertThat(out.toString().replaceAll("\u001b\\[(?:[0-9]*[AJK]|3[1239]m)", ""))
        .doesNotContain("\u001b");
    assertThat(out.toString().split("\u001b\\[3[123]m", -1))
        .as("each colour is reset")
        .hasSameSizeAs(out.toString().split("\u001b\\[39m", -1));
  }

  /** A calibration of ten minutes: it has steps, and each of them takes long. */
  @Test
  void withoutATerminalThereIsALineAtLeastEvery15Seconds() {
    PrintedLines printed = new PrintedLines(new PrintWriter(out), () -> nanos);
    LiveProgress quiet = new LiveProgress("sample", printed::show, () -> nanos, lines.time(), 1);
    printed.print("sample: 2 cells");
    for (int second = 1; second <= 600; second++) {
      pass(1);
      if (second == 20) {
        quiet.calibrationStarted(SampleResult.studyResult().calibration().target());
      }
      if (second % 100 == 0) {
        quiet.calibrationStep("measuring " + second);
      }
      quiet.tick();
    }
    assertThat(out.toString().lines().filter(line -> line.startsWith("  "))).hasSize(600 / 14);
    assertThat(out.toString().lines())
        .contains(
            "  sample: starting (14 s), 1:37 left",
            "  calibrating: measuring 100 (12 s), 1:37 left");
    quiet.close();
    int closed = out.toString().length();
    pass(100);
    quiet.tick();
    assertThat(out.toString()).hasSize(closed);
  }

  private void upToTheThirdStep() {
    events.cellStarted(USERS.cell(), 1, 1, 2);
    pass(4);
    events.warming(USERS.cell(), USERS.environment());
    events.sampled(USERS.cell(), snapshot());
    pass(10);
    events.warmed(USERS.cell(), USERS.warmUp());
    for (int step = 1; step <= 2; step++) {
      events.stepStarted(USERS.cell(), step, USERS.steps().get(step - 1).level());
      pass(11);
      events.sampled(USERS.cell(), snapshot());
      events.stepFinished(USERS.cell(), USERS.steps().get(step - 1));
    }
    events.stepStarted(USERS.cell(), 3, 32);
    pass(2);
    events.sampled(USERS.cell(), snapshot());
  }

  private static LiveSnapshot snapshot() {
    return new LiveSnapshot(32, 0.5, new Calls(5_000, 0, 0, 0, 0), 12.0);
  }

  private void pass(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  /** The lines of the screen down to the last that is not blank. */
  private List<String> screen() {
    return VirtualScreen.of(out.toString(), columns, ROWS);
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 3 4 5 6 7 8, 8, ▁▂▃▄▅▆▇█",
    "1300 2600, 8, ▄█",
    "0 0, 8, ▁▁",
    "1 2 4 8, 2, ▄█",
    "1 2, 0, ''",
    "1 2, -3, ''",
    "4 ? 8, 8, ▄ █",
    "? ?, 8, '  '"
  })
  void aSparklineHasTheLastKnownValuesAsHighAsTheirShareOfTheHighest(
      String values, int columns, String line) {
    List<Double> known = new ArrayList<>();
    for (String value : values.split(" ", -1)) {
      known.add(value.equals("?") ? null : Double.valueOf(value));
    }
    assertThat(BlockGraphics.sparkline(known, columns)).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4, ░░░░",
    "1, 4, ████",
    "0.5, 4, ██░░",
    "0.25, 2, ▌░",
    "0.0625, 2, ▏░",
    "-1, 2, ░░",
    "7, 2, ██",
    "0.5, 0, ''",
    "NaN, 2, ░░"
  })
  void aBarIsFilledByItsShareToAnEighthOfACharacter(double share, int columns, String bar) {
    assertThat(BlockGraphics.bar(share, columns)).isEqualTo(bar);
  }
}
