package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.Decision;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication.Statement;
import io.poolbench.store.SamplePhases;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings of a study of one's own: sentences that are decided by intervals. */
class OwnFindingsTest {
  private static final CellResult CELL = SampleResult.studyResult().cells().get(0);
  private static final int USERS = CELL.steps().get(0).level();
  private static final double[] TPS = {4_000, 4_100, 4_050, 3_950};

  private static final StudyResult PHASES = SamplePhases.studyResult();

  /** The t interval of the mean of logarithms, by its textbook formula. */
  private static double end(double probability) {
    double mean = 0;
    for (double tps : TPS) {
      mean += Math.log(tps) / TPS.length;
    }
    double squares = 0;
    for (double tps : TPS) {
      squares += Math.pow(Math.log(tps) - mean, 2);
    }
    double error = Math.sqrt(squares / (TPS.length - 1) / TPS.length);
    return Math.exp(
        mean + error * TDistribution.of(TPS.length - 1).inverseCumulativeProbability(probability));
  }

  private static StudyResult repeated() {
    return repeated("tps", TPS);
  }

  private static StudyResult repeated(String path, double... values) {
    List<CellResult> repetitions = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      StepResult step = Changed.with(CELL.steps().get(0), path, values[i]);
      repetitions.add(Changed.with(CELL, "allSteps", List.of(step), "repetition", i + 1));
    }
    return Changed.with(SampleResult.studyResult(), "cells", repetitions);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.005, 0.01, 0.04, 0.1, 0.5, 0.9, 0.96, 0.99, 0.995, 0.999})
  void aValueIsComparedWithALimitByItsInterval(double probability) {
    assertThat(decided(repeated(), of("tps") + " > " + end(probability)).decision())
        .isEqualTo(
            probability < 0.025
                ? Decision.SHOWN
                : probability > 0.975 ? Decision.REFUTED : Decision.NOT_SHOWN);
  }

  @Test
  void aValueIsTheSameWhereverItStandsInAnExpression() {
    assertThat(decided(repeated(), of("tps") + " == " + of("tps")).decision())
        .isEqualTo(Decision.SHOWN);
  }

  @Test
  void theSentenceHasItsValuesAndTheReasonTheirIntervals() {
    String tps = "tps('%s')".formatted(CELL.cell().name());
    StatementResult finding =
        decided(repeated(), new Statement("it serves {" + tps + "}", tps + " > 1", null));
    assertThat(finding.text()).isEqualTo("it serves 4,025");
    assertThat(finding.because()).contains("4,025 [3,9", "4,1");
  }

  /** A count of threads has no noise that is known, a mean time that of the TPS. */
  @Test
  void aValueThatWasMeasuredOnceWithoutNoiseShowsNothing() {
    StudyResult once = SampleResult.studyResult();
    String threads = of("pool_active_max");
    StatementResult finding = decided(once, new Statement("", threads + " > 0", threads + " <= 0"));
    assertThat(finding.decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(finding.because()).endsWith(" measured once");
    assertThat(decided(once, of("mean") + " > 0").because()).endsWith("]");
  }

  /** 0 has no logarithm, so that the values of the repetitions stand for their distribution. */
  @ParameterizedTest
  @CsvSource({"0, SHOWN", "500, NOT_SHOWN"})
  void aCountThatIsNotAlwaysZeroHasTheNoiseOfItsRepetitions(double second, Decision decision) {
    StudyResult repeated = repeated("figures.POOL_REJECTED", 0, second, 0);
    StatementResult finding = decided(repeated, of("pool_rejected") + " < 1");
    assertThat(finding.decision()).isEqualTo(decision);
    assertThat(finding.because()).endsWith("(0..%.0f)".formatted(second));
  }

  /** As a recovery that never came in one of them. */
  @Test
  void aValueThatARepetitionLacksShowsNothing() {
    StudyResult lacking =
        Changed.with(
            repeated("figures.POOL_REJECTED", 0, 0, 0),
            "cells.1.allSteps.0.figures.POOL_REJECTED",
            (Object) null);
    StatementResult finding = decided(lacking, of("pool_rejected") + " < 1");
    assertThat(finding.decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(finding.because()).endsWith(" not in every repetition");
  }

  /** Availability is rounded down in both. */
  @Test
  void aValueIsTheSameInTheTextAndInItsReason() {
    Calls calls = new Calls(8_158, 0, 0, 10_000 - 8_158, 0);
    StudyResult once = Changed.with(SampleResult.studyResult(), "cells.0.allSteps.0.calls", calls);
    String availability = of("availability_pct");
    StatementResult finding =
        decided(once, new Statement("{" + availability + "}", availability + " < 99", null));

    assertThat(finding.text()).isEqualTo("81.5");
    assertThat(finding.because()).contains(" 81.5 %");
  }

  @Test
  void betweenWhatConfirmsAndWhatRefutesNothingIsShown() {
    Statement between = new Statement("", of("tps") + " > 5000", of("tps") + " < 3000");
    assertThat(decided(repeated(), between).decision()).isEqualTo(Decision.NOT_SHOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "refused_pct('queue 0/overload') > 40 | SHOWN",
        "refused_pct('queue 0/overload') > 60 | REFUTED",
        "timeout_pct('queue 5000/overload') > 20 && refused_pct('queue 5000/before') < 1 |"
            + " SHOWN",
        "tps('queue 0/overload') > 1.5 * tps('queue 5000/overload') | SHOWN",
        "tps('queue 0/overload', 2000) > 900 | SHOWN",
        "tps('queue 0/never') > 900 | NOT_SHOWN",
        "carries_more('queue 0', 'queue 5000') | NOT_SHOWN",
      })
  void phasesAreReadLikeCellsAlsoWithoutTheirOnlyLevel(String expression, Decision decision) {
    assertThat(decided(PHASES, expression).decision()).isEqualTo(decision);
  }

  /** The result of an interrupted run lacks cells of its study. */
  @Test
  void anotherCellWithAsManyThreadsDoesNotReplaceOneThatWasNotRun() {
    CellResult run =
        Changed.with(CELL, "cell.published", "", "allSteps", List.of(CELL.steps().get(0)));
    StudyResult partial = Changed.with(SampleResult.studyResult(), "cells", List.of(run));
    String tps = "tps('not run %s')".formatted(CELL.cell().provider().pool().threads());
    assertThat(decided(partial, tps + " > 1").decision()).isEqualTo(Decision.NOT_SHOWN);
  }

  /** A metric of the first level of the cell, as an expression. */
  private static String of(String metric) {
    return "%s('%s', %d)".formatted(metric, CELL.cell().name(), USERS);
  }

  private static StatementResult decided(StudyResult result, String holds) {
    return decided(result, new Statement("", holds, null));
  }

  private static StatementResult decided(StudyResult result, Statement finding) {
    return StatementEvaluator.findings(Changed.with(result, "findings", List.of(finding))).get(0);
  }
}
