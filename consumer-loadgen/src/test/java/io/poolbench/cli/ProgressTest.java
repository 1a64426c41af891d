package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.journal.Batch;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Key;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Pending;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Span;
import io.poolbench.journal.Times;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Unit;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.report.SampleRuns;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The progress of a study as a virtual terminal shows it, and as a file has it. */
class ProgressTest {
  private static final int ROWS = 24;
  private static final Study STEPS =
      SampleRuns.parse(
          "sample",
          "load: {users: [8, 24, 32], warmup: 10s, settle: 1s, measure: 10s}",
          "sla: {tp99: 10ms}",
          "cells: [{name: fixed 24}, {name: other, provider: {threads: 8}}]");
  private static final Cell FIXED = STEPS.cells().get(0);
  private static final Cell OTHER = STEPS.cells().get(1);
  private static final Study ROUNDS =
      SampleRuns.parse(
          "sample",
          "paired: {rounds: 9}",
          "load: {users: [8, 24], warmup: 10s, settle: 1s, measure: 10s}",
          "sla: {tp99: 10ms}",
          "cells: [{name: fixed 24}, {name: other, provider: {threads: 8}}]");

  private static final Violation STOPPED =
      new Violation(Metric.DRIVER_HICCUP_MAX.id(), 80.0, 50.0, Unit.MILLIS);

  private final Locale defaultLocale = Locale.getDefault();
  private final StringWriter out = new StringWriter();
  private int columns = 80;
  private long nanos;
  private Progress line = line(STEPS, new Screen(true, () -> columns));

  private Progress line(Study study, Screen screen) {
    return new Progress(study, Duration.ofSeconds(97), new PrintWriter(out), screen, () -> nanos);
  }

  @AfterEach
  void restoreTheLocale() {
    line.close();
    Locale.setDefault(defaultLocale);
  }

  @Test
  void theSizeOfAStudyIsInWords() {
    assertThat(DryRun.size(STEPS, Duration.ofSeconds(97)))
        .isEqualTo("sample: 2 cells, 6 steps, about 1:37");
    assertThat(DryRun.size(ROUNDS, Duration.ofSeconds(605)))
        .isEqualTo("sample: 2 cells, 2 levels in 9 rounds, about 10:05");
  }

  @ParameterizedTest
  @ValueSource(strings = {"und", "de-DE", "ja-JP"})
  void theRunningStepIsBelowTheFinishedOnes(String locale) {
    Locale.setDefault(Locale.forLanguageTag(locale));
    upToTheThirdStep();

    assertThat(screen())
        .containsExactly(
            "",
            "[1/2] fixed 24",
            "  provider on CPU 0, driver on CPU 1; redis: embedded 7.0.15",
            "  8 users              400 TPS  TP99     3.00 ms  CPU     - %  PASS",
            "  24 users             400 TPS  TP99     13.0 ms  CPU     - %  FAIL",
            "0:58 left, 32 users, 400 TPS, TP99 12.0 ms, step, fixed 24");
  }

  /** Each slice of a block has 40 calls, too few for a percentile of a result. */
  @Test
  void figuresOfARoundAreThoseOfTheLastSlicesOfACellUnderALoad() {
    line.close();
    line = line(ROUNDS, new Screen(true, () -> columns));
    line.visitStarted(FIXED, visit(8, 1, 1, Hold.FIRST_OF_BLOCK), Duration.ofSeconds(60));
    sample(FIXED, 8, 40, 3);
    sample(FIXED, 8, 10, 7);
    sample(OTHER, 8, 40, 90);
    sample(FIXED, 8, 40, 3);
    line.tick();

    assertThat(screen())
        .last()
        .isEqualTo("1:00 left, 8 users, 300 TPS, TP99 7.00 ms, round 1/9, fixed 24");
  }

  @Test
  void aRoundHasALineWithItsDiscardedBlocks() {
    line.close();
    line = line(ROUNDS, new Screen(true, () -> columns));
    ended(8, 1, 1, Hold.FIRST_OF_BLOCK, STOPPED);
    ended(8, 1, 2, Hold.FIRST_OF_BLOCK);
    ended(24, 1, 3, Hold.FIRST_OF_BLOCK);
    ended(8, 2, 4, Hold.FIRST_OF_BLOCK);
    line.closed(ROUNDS.cells(), 1);

    assertThat(screen())
        .containsExactly(
            "  round 1/9: 1 of 3 blocks discarded: driver hiccup max", "  round 2/9: 1 block");
  }

  @Test
  void figuresOlderThanSomeSecondsDoNotCount() {
    step(8);
    sample(FIXED, 8, 1_000, 80);
    pass(6);
    sample(FIXED, 8, 10, 3);
    line.tick();

    assertThat(screen()).last().asString().contains(" left, 8 users, 100 TPS, TP99 3.00 ms, ");
  }

  @Test
  void aLoadWhoseCallsAllFailHasNoTp99() {
    step(8);
    sample(FIXED, 8, 0, 3);
    line.tick();

    assertThat(screen()).last().asString().contains(" left, 8 users, 0.00 TPS, step");
  }

  @Test
  void theNextCellDoesNotBeginWithTheFiguresOfTheLast() {
    upToTheThirdStep();
    line.closed(List.of(FIXED), 1);
    line.opening(List.of(OTHER), 1);
    line.tick();

    assertThat(screen()).last().asString().endsWith(" left, starting the provider");
  }

  @Test
  void verdictsAreColoured() {
    step(8);
    ended(8, 1, 1, Hold.STEP, STOPPED);

    assertThat(out.toString()).containsPattern("\u001b\\[3[0-9]mINVALID\u001b");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 61, 80, 120})
  void noLineIsWiderThanTheTerminalOrBrokenWithinAWord(int width) {
    columns = width;
    upToTheThirdStep();
    line.note("a note that is longer than a terminal of some eighty columns shows in one line");

    assertThat(screen()).allMatch(text -> Text.width(text) <= width - 3);
    assertThat(screen()).last().asString().startsWith("0:58 left, ");
    assertThat("0:58 left, 32 users, 400 TPS, TP99 12.0 ms, step, fixed 24 ")
        .startsWith(screen().get(screen().size() - 1) + " ");
  }

  @Test
  void aTerminalThatBecameNarrowerIsWrittenAnew() {
    upToTheThirdStep();
    columns = 40;
    line.tick();
    columns = 80;
    line.note("next");

    assertThat(screen()).filteredOn(text -> text.contains(" left, ")).hasSize(1);
  }

  @Test
  void theTimeLeftFallsBetweenEventsButNotBelowZero() {
    upToTheThirdStep();
    pass(1);
    line.tick();
    assertThat(screen()).last().asString().startsWith("0:57 left");
    pass(3_600);
    line.tick();
    assertThat(screen()).last().asString().startsWith("0:00 left");
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

  /** A calibration of ten minutes: it has steps, and each of them takes long. */
  @Test
  void withoutATerminalThereIsALineEvery15Seconds() {
    line.close();
    line = line(STEPS, Screen.PLAIN);
    for (int second = 1; second <= 600; second++) {
      pass(1);
      if (second % 100 == 20) {
        line.calibrationStep("measuring " + second);
      }
      line.tick();
    }

    assertThat(out.toString()).doesNotContain("\u001b");
    assertThat(out.toString().lines().filter(text -> text.startsWith("  "))).hasSize(600 / 15);
    assertThat(out.toString().lines()).contains("  1:22 left, starting");
  }

  /** Three windows of a second each are compared. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10s   | compiler still busy after 11.8 s of warm-up
          2.9s  | warm-up too short to tell whether the compiler is done (load.warmup: 3s or longer)
          """)
  void aWarmUpThatWasTooShortSaysWhatToSet(String warmUp, String text) {
    Study study = SampleRuns.parse("sample", "load: {users: 8, warmup: " + warmUp + "}");
    line.close();
    line = line(study, Screen.PLAIN);
    Cell cell = study.cells().get(0);
    Entry.Opened opened =
        Changed.with(
            SampleRuns.opened(cell, 1), "warmUp", new Entry.WarmUp(8, 11.8, false, "spread"));

    line.opened(cell, opened);

    assertThat(out.toString().lines()).contains("  " + text);
  }

  private void upToTheThirdStep() {
    line.opening(List.of(FIXED), 1);
    line.warming(List.of(FIXED), SampleRuns.opened(FIXED, 1).environment());
    step(8);
    ended(8, 1, 1, Hold.STEP, 3);
    step(24);
    ended(24, 1, 2, Hold.STEP, 13);
    step(32);
    pass(2);
    sample(FIXED, 32, 40, 12);
    line.tick();
  }

  private void step(int level) {
    line.visitStarted(FIXED, visit(level, 1, 1, Hold.STEP), Duration.ofSeconds(60));
  }

  private static Visit visit(int level, int round, int block, Hold hold) {
    return new Visit(
        FIXED.name(),
        1,
        new Turn(round, block),
        level,
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        hold);
  }

  private void ended(int level, int round, int block, Hold hold, Violation... violated) {
    Visit visit = visit(level, round, block, hold);
    line.visitStarted(FIXED, visit, Duration.ofSeconds(60));
    line.visitEnded(FIXED, visit, List.of(slice(visit, 3, violated)), Duration.ofSeconds(60));
  }

  private void ended(int level, int round, int block, Hold hold, int millis) {
    Visit visit = visit(level, round, block, hold);
    line.visitEnded(FIXED, visit, List.of(slice(visit, millis)), Duration.ofSeconds(60));
  }

  /** Ten seconds with 400 calls a second. */
  private static Slice slice(Visit visit, int millis, Violation... violated) {
    Key key = visit.key(visit.level(), "");
    Slice valid =
        new Slice(
            key,
            List.of(batch(10_000, 4_000, millis)),
            Pending.NONE,
            Map.of(),
            Counters.UNKNOWN,
            Set.of());
    return violated.length == 0
        ? valid
        : new Slice(
            key,
            valid.batches(),
            valid.pending(),
            valid.failures(),
            valid.counters(),
            Set.of(violated[0]));
  }

  private static Batch batch(long lengthMillis, int calls, int millis) {
    long[] response = new long[calls];
    Arrays.fill(response, TimeUnit.MILLISECONDS.toNanos(millis));
    return new Batch(
        new Span(SampleRuns.START, TimeUnit.MILLISECONDS.toNanos(lengthMillis)),
        Calls.ok(calls),
        Times.ofResponses(Durations.of(response)));
  }

  /** A tenth of a second with so many OK calls of a length. */
  private void sample(Cell cell, int level, int calls, int millis) {
    line.batchEnded(cell, level, batch(100, calls, millis));
  }

  private void pass(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  /** The lines of the screen down to the last that is not blank. */
  private List<String> screen() {
    return VirtualScreen.of(out.toString(), columns, ROWS);
  }
}
