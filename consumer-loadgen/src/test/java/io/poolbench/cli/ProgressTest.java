package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Paired;
import io.poolbench.spec.PlainStudy;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines of a running study; 10 s warm-up, steps of 11.5 s, 4 s to start and stop a provider. */
class ProgressTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult USERS = SAMPLE.cells().get(0);
  private static final CellResult UNSTEADY = SAMPLE.cells().get(1);
  private static final CellResult FAILED = SAMPLE.cells().get(2);
  private static final CellResult RATES = SAMPLE.cells().get(3);
  private static final StepResult STEP = RATES.steps().get(0);

  private final List<String> lines = new ArrayList<>();

  @Test
  void repetitionsCountInTheRemainingTime() {
    Progress progress = progress(3, RATES);
    assertThat(lines).containsExactly("sample: 1 cell, 2 steps, 3 times, about 1:51");
    progress.cellStarted(RATES.cell(), 2, 2, 3);
    assertThat(lastLine()).isEqualTo("[2/3] open, repetition 2 of 3");
  }

  @Test
  void calibrationCountsInTheRemainingTimeUntilItIsOver() {
    Calibration target = SAMPLE.calibration().target();
    Progress progress =
        new Progress(study(1, target, List.of(RATES.cell())), lines::add, () -> 0, true);
    assertThat(lastLine()).isEqualTo("sample: 1 cell, 2 steps, about 1:57");
    progress.calibrationStarted(target);
    progress.calibrated(SAMPLE.calibration());
    assertThat(lines)
        .contains(
            "  chosen: 83,412 CPU iterations a call, Redis latency 2.031 ms (deviation 0.406 ms),"
                + " network latency none");
    run(progress, RATES, 1);
    assertThat(lastLine()).endsWith("  0:11 left");
  }

  @Test
  void aDisturbedStepKeepsItsNumberUntilItIsMeasuredAgain() {
    Progress progress = progress(1, RATES);
    run(progress, RATES, 1);
    progress.stepDisturbed(RATES.cell(), UNSTEADY.steps().get(1), Duration.ofSeconds(75));
    assertThat(lines.get(lines.size() - 3)).contains("step  2/2 ").endsWith("0:11 left");
    assertThat(lines.get(lines.size() - 2)).startsWith("    INVALID: ");
    assertThat(lastLine()).contains("1:15");
    progress.stepFinished(RATES.cell(), RATES.steps().get(1));
    assertThat(lastLine()).contains("step  2/2  6,000 ").endsWith("0:00 left");
  }

  @Test
  void theNextCellStartsWithItsFirstStep() {
    Progress progress = progress(2, RATES);
    run(progress, RATES, 2);
    // The last repetition: 4 + 10 + 23 s.
    assertThat(lastLine()).endsWith(" 0:37 left");
    progress.cellFinished(RATES);
    run(progress, RATES, 1);
    assertThat(lastLine()).contains("step  1/2 ").endsWith(" 0:11 left");
  }

  @Test
  void whatAFailedCellSkippedIsNoRemainingTime() {
    Progress progress = progress(1, FAILED, RATES);
    run(progress, FAILED, 0);
    progress.cellFinished(FAILED);
    run(progress, RATES, 1);
    assertThat(lastLine()).endsWith("  0:11 left");
  }

  /** 4 s to start, 10 s of warm-up, slices of 11.56 s with what lies between them. */
  @Test
  void aRoundOfAPairedStudyHasALineWithItsDisturbedBlocks() {
    Cell other = RATES.cell().named("other");
    List<Cell> cells = List.of(RATES.cell(), other);
    Study plain = study(1, null, cells);
    Progress progress =
        new Progress(Changed.with(plain, "paired", new Paired(2)), lines::add, () -> 0, true);
    assertThat(lines).containsExactly("sample: 2 cells, 2 levels in 2 rounds, about 3:18");
    progress.pairedStarted(cells, 1, 1);
    assertThat(lastLine()).isEqualTo("in turns: open, other");
    progress.warming(RATES.cell(), RATES.environment());
    progress.warmed(other, UNSTEADY.warmUp());
    assertThat(lastLine()).startsWith("  compiler still busy after 20.5 s");
    progress.roundStarted(1, 2, 4);
    progress.blockFinished(cells, List.of(sample(1, true, 25), sample(1, true, 9)));
    progress.sliceStarted(other, 6_000, 3);
    progress.blockFinished(cells, List.of(sample(1, false, 2), sample(1, false, 4)));
    int before = lines.size();
    progress.roundStarted(2, 2, 2);
    assertThat(lines).as("one line a round").hasSize(before + 1);
    assertThat(lastLine())
        .startsWith("  round 1 of 2: 1 of 2 blocks discarded (1 by ")
        .contains("); CPU time taken 2.0 to 25.0 %")
        .endsWith("  1:32 left");
    progress.blockFinished(cells, List.of(sample(2, false, 0), sample(2, false, 0)));
    for (CellResult cell : List.of(RATES, RATES)) {
      run(progress, cell, 2);
      progress.cellFinished(cell);
    }
    assertThat(lines).as("steps of a paired study are in its tables").hasSize(before + 2 + 2);
    assertThat(lines.get(before + 1))
        .startsWith("  round 2 of 2: 1 block; CPU time taken 0.0 %")
        .endsWith("  0:00 left");
    assertThat(progress.remaining()).isZero();
  }

  private static BlockSample sample(int round, boolean discarded, double steal) {
    List<String> codes = discarded ? List.of(Metric.DRIVER_HICCUP_MAX.id()) : List.of();
    Figures figures = Figures.UNKNOWN.with(Metric.STEAL, steal).with(Metric.OTHERS_CPU, 0);
    return new BlockSample(round, 500, 1, discarded, codes, figures);
  }

  @Test
  void aFailureOfAllCellsOfAPairedStudyIsPrintedOnce() {
    Study plain = study(1, null, List.of(FAILED.cell()));
    Progress progress =
        new Progress(Changed.with(plain, "paired", new Paired(2)), lines::add, () -> 0, true);
    progress.cellFinished(FAILED);
    int once = lines.size();
    progress.cellFinished(FAILED);
    assertThat(lines).hasSize(once);
  }

  @Test
  void aSearchHasUpperLimitsOfStepsAndTime() {
    Cell searched = searching(RATES.cell());
    Progress progress = new Progress(study(1, null, List.of(searched)), lines::add, () -> 0, true);
    // 4 steps to locate, 4 of 21.5 s to confirm.
    assertThat(lastLine()).isEqualTo("sample: 1 cell, at most 8 steps, about 2:26");
    progress.cellStarted(searched, 1, 1, 1);
    progress.warming(searched, RATES.environment());
    progress.stepFinished(searched, step(2_000, Verdict.Kind.FAIL));
    // Between 0 and 2,000 are three candidates, two of which are to be measured.
    assertThat(lastLine()).contains("step  1 of at most  8  2,000 ").endsWith("  1:49 left");
    progress.stepFinished(searched, step(1_000, Verdict.Kind.PASS));
    progress.stepFinished(searched, step(1_500, Verdict.Kind.PASS));
    assertThat(lastLine()).contains("step  3 of at most  7  1,500 ").endsWith("  1:26 left");
  }

  @Test
  void aStepThatFailsForAnotherReasonThanItsTp99HasALine() {
    Progress progress = progress(1, RATES);
    Verdict notSustained = Verdict.fail(ViolationCode.NOT_SUSTAINED.violation(400.0, 93.48174));
    progress.stepFinished(RATES.cell(), Changed.with(STEP, "verdict", notSustained));
    assertThat(lastLine()).startsWith("    FAIL: ").endsWith(" 400 (limit 93.5)");
    Verdict late = Verdict.fail(Violation.of(Metric.TP99, 13.0812, 13.00081858));
    progress.stepFinished(RATES.cell(), Changed.with(STEP, "verdict", late));
    assertThat(lastLine()).contains("step  2/2 ");
  }

  @Test
  void anInvalidStepAndAnUnsteadyWarmUpHaveALineWithoutControlCharacters() {
    Progress progress = progress(1, UNSTEADY);
    progress.warmed(UNSTEADY.cell(), USERS.warmUp());
    assertThat(lines).hasSize(1);
    progress.warmed(UNSTEADY.cell(), UNSTEADY.warmUp());
    assertThat(lastLine()).contains("NOT steady after 20.5 s");
    progress.stepFinished(UNSTEADY.cell(), UNSTEADY.steps().get(1));
    assertThat(lastLine()).startsWith("    INVALID: ").doesNotContain("\u001b");
  }

  private static StepResult step(int rate, Verdict.Kind kind) {
    Verdict verdict =
        Stream.concat(USERS.steps().stream(), RATES.steps().stream())
            .map(StepResult::verdict)
            .filter(any -> any.kind() == kind)
            .findFirst()
            .orElseThrow();
    return Changed.with(STEP, "level", rate, "verdict", verdict);
  }

  private static Cell searching(Cell cell) {
    List<Integer> within = IntStream.rangeClosed(1, 16).mapToObj(rate -> 500 * rate).toList();
    Search search = new Search(within, cell.load().measure().multipliedBy(2));
    return Changed.with(cell, "load.levels", List.of(), "load.search", search);
  }

  /** Starts a cell and finishes so many of its steps. */
  private static void run(Progress progress, CellResult cell, int steps) {
    progress.cellStarted(cell.cell(), 1, 1, 1);
    progress.warming(cell.cell(), RATES.environment());
    for (StepResult step : cell.steps().subList(0, steps)) {
      progress.stepStarted(cell.cell(), step.step(), step.level());
      progress.stepFinished(cell.cell(), step);
    }
  }

  private Progress progress(int repetitions, CellResult... cells) {
    List<Cell> listed = Stream.of(cells).map(CellResult::cell).toList();
    return new Progress(study(repetitions, null, listed), lines::add, () -> 0, true);
  }

  static Study study(int repetitions, Calibration calibration, List<Cell> cells) {
    return PlainStudy.of("sample", "", new Repetitions(repetitions), calibration, List.of(), cells);
  }

  private String lastLine() {
    return lines.get(lines.size() - 1);
  }
}
