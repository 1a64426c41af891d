package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTextTest {
  private static final CellResult SAMPLE = SampleResult.studyResult().cells().get(0);

  /** Without batches, so that verdicts are not made anew of several steps. */
  private static final StepResult STEP =
      Changed.with(SAMPLE.steps().get(0), "batches", Batches.UNKNOWN);

  private static final StepResult PASSES = STEP.judged(Verdict.pass());
  private static final StepResult FAILS = STEP.judged(SampleVerdicts.FAIL);
  private static final StepResult UNDECIDED = STEP.judged(SampleVerdicts.UNDECIDED);
  private static final StepResult INVALID = STEP.judged(SampleVerdicts.INVALID);

  @Test
  void aLoadThatWasMeasuredAgainHasItsMedianAndSpreadWithoutInvalidSteps() {
    String tps = FigureText.measure(STEP.tps());
    assertThat(tps(PASSES, FAILS)).isEqualTo(tps + " (" + tps + ".." + tps + ")");
    assertThat(tps(PASSES, INVALID, FAILS)).isEqualTo(tps + " (" + tps + ".." + tps + "; 2 of 3)");
    assertThat(tps(INVALID, INVALID)).isEqualTo(FigureText.UNKNOWN);
  }

  @Test
  void ofALoadThatWasMeasuredAgainMostStepsDecideItsMark() {
    assertThat(mark(PASSES, FAILS, PASSES)).isBlank();
    assertThat(mark(PASSES, FAILS, FAILS)).isEqualTo(" !");
    assertThat(mark(INVALID, PASSES)).isBlank();
    assertThat(mark(INVALID, INVALID)).isEqualTo(" ?");
    assertThat(mark(UNDECIDED, INVALID)).isEqualTo(" ~");
    assertThat(mark(UNDECIDED, PASSES)).isEqualTo(" ~");
  }

  private static String tps(StepResult... steps) {
    return SpreadText.of(cell(steps), STEP.level(), Metric.TPS);
  }

  private static String mark(StepResult... steps) {
    return SpreadText.mark(cell(steps), STEP.level());
  }

  private static RepeatedCell cell(StepResult... steps) {
    return new RepeatedCell(List.of(Changed.with(SAMPLE, "allSteps", List.of(steps))));
  }
}
