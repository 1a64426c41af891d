package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Entry;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.report.SampleRuns;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  private final Locale defaultLocale = Locale.getDefault();
  private final StringWriter out = new StringWriter();
  private int columns = 80;
  private long nanos;
  private Instant at = SampleRuns.START;
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
  void aTerminalShowsTheRunningStepAlone(String locale) {
    Locale.setDefault(Locale.forLanguageTag(locale));
    upToTheThirdStep();

    assertThat(screen())
        .containsExactly("0:58 left, 32 users, 400 TPS, TP99 12.0 ms, step, [1/2] fixed 24");
  }

  /** Each batch has 40 calls at most, too few for a percentile of a result. */
  @Test
  void figuresOfARoundAreThoseOfTheLoadedCell() {
    line.close();
    line = line(ROUNDS, new Screen(true, () -> columns));
    line.opening(ROUNDS.cells(), 1);
    visit(OTHER, 8, 1, 1, Hold.FIRST_OF_BLOCK);
    sample(OTHER, 8, 40, 90);
    visit(FIXED, 8, 1, 1, Hold.FURTHER_OF_BLOCK);
    sample(FIXED, 8, 40, 3);
    sample(FIXED, 8, 10, 7);
    sample(FIXED, 8, 40, 3);
    line.tick();

    assertThat(screen())
        .containsExactly("1:00 left, 8 users, 300 TPS, TP99 7.00 ms, round 1/9, fixed 24");
  }

  @Test
  void aFailureOfASharedProviderIsPrintedOnce() {
    line.close();
    line = line(ROUNDS, new Screen(true, () -> columns));
    Entry.Failed failed = new Entry.Failed("", 1, "PROVIDER_ENDED", "ended\nexit code 137");
    ROUNDS.cells().forEach(cell -> line.failed(cell, failed));

    assertThat(screen())
        .containsExactly(
            "  note: fixed 24 failed: ended", "  note: fixed 24 failed: exit code 137");
  }

  @Test
  void figuresOlderThanSomeSecondsDoNotCount() {
    step(8);
    sample(FIXED, 8, 1_000, 80);
    at = at.plusSeconds(6);
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
    line.opening(List.of(OTHER), 1);
    line.tick();

    assertThat(screen()).containsExactly("0:58 left, starting the provider, [2/2] other");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 61, 80, 120})
  void noLineIsWiderThanTheTerminalOrBrokenWithinAWord(int width) {
    columns = width;
    upToTheThirdStep();
    line.note("a note that is longer than a terminal of some eighty columns shows in one line");

    assertThat(screen()).allMatch(text -> Text.width(text) <= width - 3);
    assertThat(screen()).last().asString().startsWith("0:58 left, ");
    assertThat("0:58 left, 32 users, 400 TPS, TP99 12.0 ms, step, [1/2] fixed 24 ")
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
  void theTimeLeftFallsBetweenEventsAndThenIsThatBeyondThePlan() {
    upToTheThirdStep();
    pass(1);
    line.tick();
    assertThat(screen()).last().asString().startsWith("0:57 left");
    pass(3_600);
    line.tick();
    assertThat(screen()).last().asString().startsWith("59:03 over");
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
  void withoutATerminalThereIsALineEvery15Seconds() {
    line.close();
    line = line(STEPS, Screen.PLAIN);
    for (int second = 1; second <= 600; second++) {
      pass(1);
      line.tick();
    }

    assertThat(out.toString()).doesNotContain("\u001b");
    assertThat(out.toString().lines()).hasSize(600 / 15).contains("  1:22 left, starting");
  }

  @Test
  void withoutATerminalThereIsALineAsAnActivityBegins() {
    line.close();
    line = line(STEPS, Screen.PLAIN);
    upToTheThirdStep();
    line.opening(List.of(OTHER), 2);

    assertThat(out.toString().lines())
        .containsExactly(
            "  1:37 left, starting the provider, [1/2] fixed 24",
            "  1:37 left, warming up, [1/2] fixed 24",
            "  1:00 left, step, [1/2] fixed 24",
            "  0:58 left, starting the provider, [2/2] other, repetition 2");
  }

  @Test
  void withoutATerminalARoundIsNoLineOfItsOwn() {
    line.close();
    line = line(ROUNDS, Screen.PLAIN);
    line.opening(ROUNDS.cells(), 1);
    line.warming(ROUNDS.cells());
    for (int round = 1; round <= 9; round++) {
      visit(FIXED, 8, round, 1, Hold.FIRST_OF_BLOCK);
      pass(2);
      sample(FIXED, 8, 40, 3);
      line.tick();
    }

    assertThat(out.toString().lines())
        .containsExactly(
            "  1:37 left, starting the provider, fixed 24, other",
            "  1:37 left, warming up, fixed 24, other",
            "  1:00 left, round 1/9, fixed 24",
            "  0:58 left, 8 users, 400 TPS, TP99 3.00 ms, round 8/9, fixed 24");
  }

  private void upToTheThirdStep() {
    line.opening(List.of(FIXED), 1);
    line.warming(List.of(FIXED));
    step(8);
    step(24);
    step(32);
    pass(2);
    sample(FIXED, 32, 40, 12);
    line.tick();
  }

  private void step(int level) {
    visit(FIXED, level, 1, 1, Hold.STEP);
  }

  private void visit(Cell cell, int level, int round, int block, Hold hold) {
    Visit visit =
        new Visit(
            cell.name(),
            1,
            new Turn(round, block),
            level,
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            hold);
    line.visitStarted(cell, visit, Duration.ofSeconds(60));
  }

  /** A tenth of a second with so many OK calls of a length. */
  private void sample(Cell cell, int level, int calls, int millis) {
    long[] response = new long[calls];
    Arrays.fill(response, TimeUnit.MILLISECONDS.toNanos(millis));
    line.batchEnded(
        cell,
        level,
        SampleSlices.batch(at, TimeUnit.MILLISECONDS.toNanos(100), Durations.of(response)));
  }

  private void pass(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  /** The lines of the screen down to the last that is not blank. */
  private List<String> screen() {
    return VirtualScreen.of(out.toString(), columns, ROWS);
  }
}
