package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What paired studies lack; that of others is in {@code StudyEndTest}. */
class ShortfallTest {
  @Test
  void nothingIsLackingWhereAllRankingsAreShownAndAllCapacitiesHaveBothEnds() {
    assertThat(of(SimulatedResult.paired(9, 10, 20))).isEmpty();
  }

  @Test
  void equalCellsMeasuredInEnoughRoundsAreAnsweredAndInFewerNot() {
    assertThat(of(SimulatedResult.paired(9, 14, 14, 14))).isEmpty();
    assertThat(of(SimulatedResult.paired(5, 14, 14, 14)))
        .hasSize(3)
        .allMatch(lack -> lack.lack().startsWith("ranking of "));
  }

  @Test
  void capacitiesAndRankingsAreJudgedApart() {
    List<Shortfall> beyond = of(SimulatedResult.paired(9, 14, 60));
    assertThat(beyond).hasSize(1);
    assertThat(beyond.get(0).lack()).contains("capacity of b has no upper bound");
    assertThat(beyond.get(0).next()).contains("add users 40, 48");
    assertThat(of(SimulatedResult.paired(3, 10, 20)))
        .extracting(Shortfall::lack)
        .anyMatch(lack -> lack.contains("too few rounds"));
  }

  /** A list of levels has commas between levels only. */
  @Test
  void levelsToAddAreWrittenAsInAStudy() {
    StudyResult far =
        Changed.with(SimulatedResult.paired(9, 60), "cells.0.allSteps.4.level", 3_200);
    assertThat(of(far))
        .singleElement()
        .extracting(Shortfall::next)
        .asString()
        .startsWith("add users 6376, 9552, or ");
  }

  /** Neither its capacity has an interval, nor is it ranked. */
  @Test
  void aCellThatABoundByValueLimitsIsNotAnswered() {
    Verdict busy = Verdict.fail(Violation.of(Metric.PROVIDER_CPU, 85.0, 80));
    StudyResult limited =
        Changed.with(SimulatedResult.paired(9, 20, 60), "cells.1.allSteps.0.verdict", busy);
    assertThat(of(limited))
        .singleElement()
        .extracting(Shortfall::lack)
        .asString()
        .startsWith("capacity of b has no interval: limited by a bound");
  }

  private static List<Shortfall> of(StudyResult result) {
    return Shortfall.of(new EvaluatedResult(result));
  }
}
