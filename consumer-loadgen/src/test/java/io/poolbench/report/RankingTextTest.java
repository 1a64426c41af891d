package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The advice on the pool of a team's program. */
class RankingTextTest {
  private static final PoolConfig FIXED = PoolConfig.of(PoolType.FIXED, null, 8, 1000, null);

  private static CellResult of(CellResult measured, String name, PoolConfig pool) {
    return Changed.with(
        measured,
        "cell",
        Changed.with(measured.cell(), "name", name, "provider", SimulatedResult.target(pool)));
  }

  /** The summary of the pool as configured and of another, of these capacities. */
  private static String summary(double own, double other, String name) {
    return summary(withPools(SimulatedResult.paired(10, own, other), name));
  }

  private static StudyResult withPools(StudyResult result, String name) {
    CellResult own = of(result.cells().get(0), "as configured", null);
    CellResult other = of(result.cells().get(1), name, FIXED);
    return Changed.with(result, "cells", List.of(own, other));
  }

  private static String summary(StudyResult result) {
    return Terminal.PLAIN
        .text(SlaTables.summary(new EvaluatedResult(result)))
        .replaceAll("\\s+", " ");
  }

  /** As many users as the pool carries at least have a place, while no thread is back yet. */
  @Test
  void aQueueThatNobodyChoseHoldsWhatThePoolCarries() {
    assertThat(summary(8, 28, "fixed 8"))
        .containsPattern("replace .* by fixed 8 ")
        .containsPattern("fixed 8 [\\d.]+ \\[(\\d+)(\\.0)?, .*dubbo.protocols.a.queues=\\1\\b");
  }

  /** Eight threads, held for 1 ms, serve 8,000 calls/s: some 70 wait for less than 10 ms. */
  @Test
  void forARateTheQueueIsSimulated() {
    StudyResult users = withPools(SimulatedResult.paired(10, 8, 28), "fixed 8");
    List<CellResult> rates = users.cells().stream().map(RankingTextTest::atRates).toList();
    assertThat(summary(Changed.with(users, "cells", rates, "paired", new Paired(10, false, 24))))
        .containsPattern(
            "queue of (\\d\\d) and Poisson arrivals of 24 requests/s: .* 0.00 % refused")
        .containsPattern("dubbo.protocols.a.queues=[4-7]\\d\\b");
  }

  private static CellResult atRates(CellResult cell) {
    Workload rates = new Workload.Open(ArrivalProcess.POISSON);
    List<StepResult> steps =
        cell.allSteps().stream()
            .map(of -> Changed.with(of, "latency.meanMillis", 1.0, "figures.SERVICE_MEAN", 1.0))
            .toList();
    return Changed.with(cell, "cell.load.workload", rates, "allSteps", steps);
  }

  @Test
  void aQueueThatTheUserNamedIsAdvisedAsItWasMeasured() {
    assertThat(summary(8, 28, FIXED.label())).contains("dubbo.protocols.a.queues=1000");
  }

  @Test
  void manyPairsMeasuredInTooFewRoundsHaveThatReason() {
    assertThat(summary(SimulatedResult.paired(3, 10, 12, 14, 16)))
        .contains("NOT SHOWN by this run: 6 of 6 rankings (too few rounds).");
  }

  @Test
  void whereNoDifferenceIsShownTheConfiguredPoolIsKept() {
    assertThat(summary(20, 20, "fixed 8")).contains("keep the pool", "NOT SHOWN of 1 pool");
  }
}
