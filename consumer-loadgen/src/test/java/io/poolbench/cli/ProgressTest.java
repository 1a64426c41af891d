package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Search;
import io.poolbench.spec.Study;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final List<CellResult> CELLS = SAMPLE.cells();
  private static final CellResult USERS = CELLS.get(0);
  private static final CellResult BROKEN = CELLS.get(2);
  private static final CellResult RATES = CELLS.get(3);

  private final StringBuilder out = new StringBuilder();

  @Test
  void repetitionsCountInTheTimeThatAStudyTakes() {
    progress(3, RATES);
    // 10 s warm-up, two steps of 11.5 s and 4 s for the provider, three times.
    assertThat(out.toString().strip()).isEqualTo("sample: 1 cell, 2 steps, 3 times, about 1:51");
  }

  @Test
  void calibrationCountsInTheTimeThatAStudyTakesAndIsNoTimeLeftOnceItIsOver() {
    Progress progress = progress(1, SAMPLE.calibration().target(), RATES);
    // 10 s warm-up, two steps of 11.5 s, 4 s for the provider, and 80 s.
    assertThat(lastLine()).isEqualTo("sample: 1 cell, 2 steps, about 1:57");
    progress.calibrationStarted(SAMPLE.calibration().target());
    progress.calibrated(SAMPLE.calibration());
    progress.cellStarted(RATES.cell(), 1, 1, 1);
    progress.warming(RATES.cell(), RATES.environment());
    progress.stepStarted(RATES.cell(), 1, 8);
    progress.stepFinished(RATES.cell(), RATES.steps().get(0));
    assertThat(lastLine()).endsWith("  0:11 left");
  }

  @Test
  void calibrationSaysWhatItWantsWhatItChoseAndHowFarThatIsOff() {
    Progress progress = progress(1, RATES);
    progress.calibrationStarted(SAMPLE.calibration().target());
    progress.calibrationStep("only where a terminal's line can be overwritten");
    progress.calibrated(SAMPLE.calibration());
    assertThat(out.toString().lines().skip(2))
        .containsExactly(
            "calibrating calls to this host: 6,700 TPS at saturation, 2.57 ms in the thread and"
                + " 1.1 ms outside it",
            "  chosen: 83,412 CPU iterations a call, Redis latency 2.031 ms (deviation 0.406 ms),"
                + " network latency none",
            "  saturation TPS: wanted 6,700, is 6,656 (-0.7 %)",
            "  ms in the thread: wanted 2.57, is 2.58 (+0.5 %)",
            "  ms outside it: wanted 1.10, is 1.34 (+21.8 %)",
            "  A call is longer outside its thread than wanted without any latency added to the"
                + " network.");
  }

  @Test
  void aCellIsNamedWithItsRepetitionWhereThereAreSome() {
    progress(3, RATES).cellStarted(RATES.cell(), 2, 2, 3);
    assertThat(lastLine()).isEqualTo("[2/3] open, repetition 2 of 3");
    progress(1, RATES).cellStarted(RATES.cell(), 1, 1, 1);
    assertThat(lastLine()).isEqualTo("[1/1] open");
  }

  @Test
  void aStepIsNamedByWhatItsLevelCounts() {
    Progress progress = progress(1, RATES);
    progress.cellStarted(RATES.cell(), 1, 1, 1);
    progress.stepFinished(RATES.cell(), RATES.steps().get(0));
    assertThat(lastLine()).contains("step  1/2    500 requests/s ", " TPS ");
    progress.stepFinished(RATES.cell(), RATES.steps().get(1));
    assertThat(lastLine()).contains("step  2/2  6,000 requests/s ", " TPS ");
    progress = progress(1, USERS);
    progress.cellStarted(USERS.cell(), 1, 1, 1);
    progress.stepFinished(USERS.cell(), USERS.steps().get(0));
    assertThat(lastLine()).contains("step  1/3   8 users ");
  }

  @Test
  void aStepThatTheHostDisturbedKeepsItsNumberUntilItIsMeasuredWell() {
    Progress progress = progress(1, RATES);
    progress.cellStarted(RATES.cell(), 1, 1, 1);
    progress.stepFinished(RATES.cell(), RATES.steps().get(0));
    progress.stepDisturbed(
        RATES.cell(), step(2, 6_000, Verdict.invalid("stolen")), Duration.ofSeconds(75));
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(lines.size() - 3)).contains("step  2/2  6,000 ").endsWith("0:11 left");
    assertThat(lines.get(lines.size() - 2)).isEqualTo("    INVALID: stolen");
    assertThat(lastLine()).isEqualTo("    measured again; patience with this host: 1:15");
    progress.stepFinished(RATES.cell(), step(3, 6_000, Verdict.pass()));
    assertThat(lastLine()).contains("step  2/2  6,000 ").endsWith("0:00 left");
  }

  @Test
  void theNextCellBeginsWithAFirstStepOfItsOwn() {
    Progress progress = progress(2, RATES);
    for (int repetition = 1; repetition <= 2; repetition++) {
      progress.cellStarted(RATES.cell(), repetition, repetition, 2);
      progress.stepFinished(RATES.cell(), RATES.steps().get(0));
      // One more step of 11.5 s, and before the last repetition its own 10 + 23 + 4 s.
      assertThat(lastLine())
          .contains("step  1/2 ")
          .endsWith(repetition == 1 ? " 0:48 left" : " 0:11 left");
      progress.stepFinished(RATES.cell(), RATES.steps().get(1));
      assertThat(lastLine()).endsWith(repetition == 1 ? " 0:37 left" : " 0:00 left");
      progress.cellFinished(RATES);
    }
  }

  @Test
  void whatABrokenOffCellSkippedIsNoTimeLeft() {
    Progress progress = progress(1, BROKEN, RATES);
    progress.cellStarted(BROKEN.cell(), 1, 1, 2);
    progress.cellFinished(BROKEN);
    progress.cellStarted(RATES.cell(), 1, 2, 2);
    progress.warming(RATES.cell(), RATES.environment());
    progress.stepStarted(RATES.cell(), 1, 500);
    progress.stepFinished(RATES.cell(), RATES.steps().get(0));
    // One more step of 11.5 s.
    assertThat(lastLine()).endsWith("  0:11 left");
  }

  @Test
  void aSearchSaysHowManyStepsAndHowLongItTakesAtMost() {
    Cell searched = searching(RATES.cell());
    Progress progress = new Progress(study(1, null, List.of(searched)), this::print, true);
    // 10 s warm-up, 4 steps of 11.5 s to locate, 4 of 21.5 s to confirm, 4 s for the provider.
    assertThat(lastLine()).isEqualTo("sample: 1 cell, at most 8 steps, about 2:26");
    progress.cellStarted(searched, 1, 1, 1);
    progress.warming(searched, RATES.environment());
    progress.stepStarted(searched, 1, 2_000);
    progress.stepFinished(searched, step(1, 2_000, Verdict.fail("")));
    // Between 0 and 2,000 lie three candidates, two of which are to be measured.
    assertThat(lastLine())
        .contains("step  1 of at most  8  2,000 requests/s ")
        .endsWith(" FAIL     1:49 left");
    progress.stepFinished(searched, step(2, 1_000, Verdict.pass()));
    progress.stepFinished(searched, step(3, 1_500, Verdict.pass()));
    assertThat(lastLine())
        .contains("step  3 of at most  7  1,500 requests/s ")
        .endsWith(" PASS     1:26 left");
  }

  @Test
  void anInvalidStepSaysWhyAndAnUnsteadyWarmUpSaysSo() {
    CellResult doubtful = CELLS.get(1);
    Progress progress = progress(1, doubtful);
    progress.warmed(doubtful.cell(), USERS.warmUp());
    assertThat(out.toString().lines()).hasSize(1);
    progress.warmed(doubtful.cell(), doubtful.warmUp());
    assertThat(lastLine())
        .isEqualTo("  NOT steady after 20.5 s of warm-up: its steps may still drift");
    progress.stepFinished(doubtful.cell(), step(2, 24, Verdict.invalid("too few\u001b[2J calls")));
    assertThat(lastLine()).isEqualTo("    INVALID: too few\ufffd[2J calls");
  }

  private static StepResult step(int number, int rate, Verdict verdict) {
    StepResult sample = RATES.steps().get(0);
    return new StepResult(
        number,
        rate,
        sample.started(),
        sample.seconds(),
        sample.calls(),
        sample.tps(),
        sample.latency(),
        sample.cycleMeanMillis(),
        sample.pacing(),
        sample.stability(),
        sample.provider(),
        sample.driver(),
        sample.host(),
        verdict,
        sample.histogram());
  }

  private static Cell searching(Cell cell) {
    LoadSchedule load = cell.load();
    List<Integer> within = IntStream.rangeClosed(1, 16).mapToObj(rate -> 500 * rate).toList();
    return new Cell(
        cell.name(),
        cell.provider(),
        cell.redis(),
        cell.network(),
        cell.driver(),
        cell.cpus(),
        new LoadSchedule(
            load.workload(),
            List.of(),
            load.warmup(),
            load.settle(),
            load.measure(),
            new Search(Search.Method.BISECT, within, 3, load.measure().multipliedBy(2))),
        cell.validity(),
        cell.sla(),
        cell.published());
  }

  private Progress progress(int repetitions, CellResult... cells) {
    return progress(repetitions, null, cells);
  }

  private Progress progress(int repetitions, Calibration calibration, CellResult... cells) {
    List<Cell> asked = Stream.of(cells).map(CellResult::cell).toList();
    return new Progress(study(repetitions, calibration, asked), this::print, true);
  }

  private static Study study(int repetitions, Calibration calibration, List<Cell> cells) {
    return new Study(
        "sample",
        "",
        new Repetitions(repetitions, Repetitions.Order.LISTED, 1),
        calibration,
        List.of(),
        cells);
  }

  private void print(String line) {
    out.append(line).append('\n');
  }

  private String lastLine() {
    return out.toString().lines().reduce("", (before, line) -> line);
  }
}
