package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.Cells;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.judge.RoundDifference;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.limits.PoolAdvice.Advice;
import io.poolbench.result.CellResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.TargetSettings;
import io.poolbench.stats.Range;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** To keep a pool takes no proof, to replace it does. */
class PoolAdviceTest {
  private static final EstimatedCell OWN = cell("as configured", 0, 14);
  private static final EstimatedCell FEW = cell("few", 4, 20);
  private static final EstimatedCell MANY = cell("many", 16, 30);

  private static EstimatedCell cell(String name, int threads, double capacity) {
    CellResult measured = Cells.ofCapacity(name, 1, Cells.SLA, capacity, new Random(1));
    PoolConfig replacedBy =
        threads == 0 ? null : PoolConfig.of(PoolType.FIXED, null, threads, 0, null);
    TargetSettings target = SimulatedResult.target(replacedBy);
    Cell cell = Changed.with(measured.cell(), "provider", target);
    return CapacityRanking.estimate(
        SampleResult.paired(),
        RepeatedCell.of(List.of(Changed.with(measured, "cell", cell))).get(0));
  }

  private static CapacityRanking pair(EstimatedCell more, EstimatedCell less, Answer answer) {
    return new CapacityRanking(
        more, less, answer, answer == Answer.SHOWN ? new Range(1, 2) : null, null, null);
  }

  private static PoolAdvice advice(CapacityRanking... rankings) {
    return PoolAdvice.of(List.of(rankings)).orElseThrow();
  }

  @Test
  void aPoolThatIsShownToCarryMoreReplacesTheConfiguredOne() {
    assertThat(
            advice(
                pair(FEW, OWN, Answer.SHOWN),
                pair(MANY, OWN, Answer.SHOWN),
                pair(MANY, FEW, Answer.SHOWN)))
        .isEqualTo(new PoolAdvice(Advice.REPLACE, MANY));
    assertThat(advice(pair(FEW, OWN, Answer.SHOWN), pair(MANY, OWN, Answer.UNKNOWN)))
        .as("whatever another one is")
        .isEqualTo(new PoolAdvice(Advice.REPLACE, FEW));
  }

  @Test
  void withoutProofTheConfiguredPoolIsKept() {
    assertThat(advice(pair(OWN, FEW, Answer.SHOWN), pair(MANY, OWN, Answer.NOT_SHOWN)))
        .isEqualTo(new PoolAdvice(Advice.KEEP, OWN));
  }

  /** Some 14 users as configured, and 20 with few threads. */
  @Test
  void whereCurvesCrossTheLoadsWithinTheSlaDecide() {
    assertThat(advice(crossing(FEW, OWN, 16, 32))).isEqualTo(new PoolAdvice(Advice.REPLACE, FEW));
    assertThat(advice(crossing(OWN, FEW, 16, 32))).isEqualTo(new PoolAdvice(Advice.KEEP, OWN));
    assertThat(advice(crossing(FEW, OWN, 4, 8))).isEqualTo(new PoolAdvice(Advice.KEEP, OWN));
    assertThat(advice(crossing(OWN, FEW, 4, 8))).isEqualTo(new PoolAdvice(Advice.REPLACE, FEW));
    assertThat(advice(crossing(FEW, OWN, 8, 17)).advice())
        .as("between both capacities")
        .isEqualTo(Advice.UNKNOWN);
  }

  private static CapacityRanking crossing(
      EstimatedCell more, EstimatedCell less, int lastOfLow, int firstOfHigh) {
    RoundDifference low = new RoundDifference(8, List.of(lastOfLow), 1, 5, 0.001, 0.01, false);
    RoundDifference high = new RoundDifference(8, List.of(firstOfHigh), -1, -5, 0.001, 0.01, false);
    return new CapacityRanking(
        more, less, Answer.CROSSING, null, null, new CapacityRanking.CurveCrossing(low, high));
  }

  @Test
  void aPoolThatWasNotComparedWithTheConfiguredOneLeavesTheAdviceOpen() {
    for (Answer open :
        List.of(
            Answer.UNKNOWN, Answer.MEASURED_ONCE, Answer.TOO_FEW_ROUNDS, Answer.DEPENDS_ON_HOST)) {
      assertThat(advice(pair(OWN, FEW, Answer.SHOWN), pair(MANY, OWN, open)).advice())
          .isEqualTo(Advice.UNKNOWN);
    }
    assertThat(advice(pair(OWN, FEW, Answer.NOT_SHOWN), pair(MANY, FEW, Answer.UNKNOWN)).advice())
        .as("others among themselves do not matter")
        .isEqualTo(Advice.KEEP);
  }

  @Test
  void withoutAPoolAsConfiguredThereIsNoAdvice() {
    assertThat(PoolAdvice.of(List.of(pair(MANY, FEW, Answer.SHOWN)))).isEmpty();
  }
}
