package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.DisplayWidth;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import io.poolbench.study.LiveSnapshot;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The view as a terminal shows it: its codes are interpreted by a virtual one. */
class LiveProgressTest {
  private static final int ROWS = 24;
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult USERS = SAMPLE.cells().get(0);
  private static final CellResult DOUBTFUL = SAMPLE.cells().get(1);

  private final Locale usual = Locale.getDefault();
  private final StringWriter out = new StringWriter();
  private int columns = 80;
  private long nanos;

  @AfterEach
  void backToTheUsualLocale() {
    Locale.setDefault(usual);
  }

  static Stream<Locale> locales() {
    return Stream.of(Locale.ROOT, Locale.GERMANY, Locale.JAPAN);
  }

  @ParameterizedTest
  @MethodSource("locales")
  void whatRunsNowStandsBelowTheStepsThatAreDone(Locale locale) {
    Locale.setDefault(locale);
    // Two cells of 4 s for the provider, 10 s warm-up and three steps of 11.5 s; 38 s have passed.
    LiveProgress progress = progress();
    upToTheThirdStep(progress);

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
  void anInvalidStepSaysWhyAsItComesAndColoursAreForWordsThatJudge() {
    LiveProgress progress = progress();
    progress.cellStarted(DOUBTFUL.cell(), 1, 2, 2);
    progress.warming(DOUBTFUL.cell(), DOUBTFUL.environment());
    progress.warmed(DOUBTFUL.cell(), DOUBTFUL.warmUp());
    progress.stepFinished(DOUBTFUL.cell(), DOUBTFUL.steps().get(1));

    assertThat(screen())
        .contains(
            "  NOT steady after 20.5 s of warm-up: its steps may still drift",
            "    INVALID: TP99 needs 1,000 calls, has 500\ufffd[2J\ufffd")
        .anyMatch(line -> line.startsWith("[2/2] 缓存线程池 a|b c  "));
    assertThat(out.toString()).contains("\u001b[33mINVALID\u001b[39m");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 80, 120})
  void theViewIsNeverWiderThanTheTerminal(int width) {
    columns = width;
    LiveProgress progress = progress();
    upToTheThirdStep(progress);
    for (String line :
        new LiveView(
                "缓存线程池".repeat(30),
                "step  3/3  32 users",
                Duration.ofSeconds(61),
                Duration.ofSeconds(600),
                Collections.nCopies(300, 1.0),
                Collections.nCopies(300, 1.0),
                true)
            .lines(width - 1)) {
      assertThat(DisplayWidth.of(line)).isLessThan(width);
    }
    if (width >= 40) {
      assertThat(screen()).filteredOn(line -> line.startsWith("TPS ")).hasSize(1);
    }
  }

  @Test
  void theClockGoesOnWhileNothingIsToldButNotBeyondWhatComesAfter() {
    LiveProgress progress = progress();
    upToTheThirdStep(progress);
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:58 left"));
    pass(1);
    progress.tick();
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:57 left"));
    pass(3_600);
    progress.tick();
    // The second cell: 4 s for the provider, its warm-up and steps.
    assertThat(screen()).anyMatch(line -> line.endsWith(" 0:48 left"));
  }

  @Test
  void aFinishedViewLeavesNothingButItsLines() {
    LiveProgress progress = progress();
    upToTheThirdStep(progress);
    progress.close();
    progress.tick();
    out.append("next\n");

    assertThat(screen()).last().isEqualTo("next");
    assertThat(screen()).noneMatch(line -> line.contains("█") || line.contains(" now"));
  }

  @Test
  void whatTheTerminalEchoesForCtrlCIsOverwritten() {
    LiveProgress progress = progress();
    upToTheThirdStep(progress);
    out.append("^C");
    progress.close();

    assertThat(screen()).noneMatch(line -> line.contains("^C") || line.contains(" now"));
  }

  @Test
  void noModeOfTheTerminalIsChangedThatWouldHaveToBeRestored() {
    LiveProgress progress = progress();
    upToTheThirdStep(progress);
    progress.close();

    assertThat(out.toString().replaceAll("\u001b\\[(?:[0-9]*[AJK]|3[1239]m)", ""))
        .doesNotContain("\u001b");
    assertThat(out.toString().split("\u001b\\[3[123]m", -1))
        .as("each colour is taken back")
        .hasSameSizeAs(out.toString().split("\u001b\\[39m", -1));
  }

  private LiveProgress progress() {
    Study study =
        new Study(
            "sample",
            "",
            new Repetitions(1, Repetitions.Order.LISTED, 1),
            null,
            List.of(),
            List.of(USERS.cell(), DOUBTFUL.cell()));
    return new LiveProgress(
        study, new LiveRegion(new PrintWriter(out), () -> columns), () -> nanos);
  }

  private void upToTheThirdStep(LiveProgress progress) {
    progress.cellStarted(USERS.cell(), 1, 1, 2);
    pass(4);
    progress.warming(USERS.cell(), USERS.environment());
    progress.sampled(USERS.cell(), snapshot());
    pass(10);
    progress.warmed(USERS.cell(), USERS.warmUp());
    for (int step = 1; step <= 2; step++) {
      progress.stepStarted(USERS.cell(), step, USERS.steps().get(step - 1).level());
      pass(11);
      progress.sampled(USERS.cell(), snapshot());
      progress.stepFinished(USERS.cell(), USERS.steps().get(step - 1));
    }
    progress.stepStarted(USERS.cell(), 3, 32);
    pass(2);
    progress.sampled(USERS.cell(), snapshot());
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
}
