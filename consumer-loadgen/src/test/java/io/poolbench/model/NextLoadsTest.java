package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.model.NextLoads.Load;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which loads are measured next, on a simulated provider. */
class NextLoadsTest {
  private static final List<Integer> USERS = List.of(2, 4, 8, 12, 16, 20, 24, 32, 40, 64);
  private static final int[] THREADS = {4, 16, 200};
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));
  private static final TimeShape TIMES = TimeShape.lognormal(0.05);
  private static final NextLoads LOADS =
      new NextLoads(List.of(pool(4), pool(16), pool(200)), USERS);

  private static final List<Load> FIRST = NextLoads.first(THREADS.length, USERS);

  private static Scenario pool(int threads) {
    return new Scenario("fixed " + threads, threads, 1000, 1, 0, 0, true);
  }

  private static Observation measured(Load load, long seed) {
    int threads = THREADS[load.pool()];
    ClosedNetwork network =
        new ClosedNetwork(CpuDemand.constant(0.2), 1, 2.4, 0.6, threads, 1000, 1);
    NetworkSimulation.Outcome outcome =
        new NetworkSimulation(network, TIMES, TIMES).run(load.users(), 2_000, seed);
    double service = outcome.active() / outcome.tps() * 1e3;
    double queueWait = outcome.queued() / outcome.tps() * 1e3;
    return new Observation(
        "fixed " + threads,
        load.users(),
        threads,
        1000,
        1,
        outcome.tps(),
        outcome.cpuPct(),
        service,
        outcome.meanMillis() - service - queueWait,
        outcome.meanMillis(),
        outcome.percentileMillis(99),
        null,
        0,
        RowNoise.NONE);
  }

  private static CapacityModel model(List<Load> loads, long seed) {
    return CapacityModel.of(loads.stream().map(load -> measured(load, seed)).toList());
  }

  @Test
  void ruleTheFirstLoadsSpanTheLevelsOfEachPool() {
    assertThat(FIRST).hasSize(9).contains(new Load(0, 2), new Load(1, 20), new Load(2, 64));
  }

  @Test
  void ruleNoLoadIsChosenTwiceAndAllAreInTheEnd() {
    Set<Load> measured = new HashSet<>(FIRST);
    List<Load> rest = LOADS.next(model(FIRST, 1), SLA, measured, 100);
    assertThat(rest).hasSize(21).doesNotHaveDuplicates().doesNotContainAnyElementsOf(measured);
    measured.addAll(rest);
    assertThat(LOADS.next(model(FIRST, 1), SLA, measured, 3)).isEmpty();
  }

  /**
   * Loads 0 and 1 are the same to the model, 2 tells less, but something else, and 3 nothing of the
   * pool; the noise is far below all variances.
   */
  @Test
  void ruleALoadThatTellsWhatAnotherToldAlreadyComesAfterOneThatTellsSomethingElse() {
    double[][] covariance = {
      {1, 1, 0, 0, 0.8},
      {1, 1, 0, 0, 0.8},
      {0, 0, 1, 0, 0.5},
      {0, 0, 0, 1, 0},
      {0.8, 0.8, 0.5, 0, 1}
    };
    List<Integer> order = NextLoads.best(covariance, 1, Set.of(), 4);
    assertThat(order.get(0)).isBetween(0, 1);
    assertThat(order.subList(1, 4)).containsExactly(2, 1 - order.get(0), 3);
    // What is left of the pool's variance: 1 - 0.8^2 - 0.5^2.
    assertThat(covariance[4][4]).isCloseTo(0.11, within(0.005));
  }

  /** Two users of any pool wait for nobody: far less of a pool's draws is in them. */
  @Test
  void ruleALoadOfWhichTheModelIsSureComesLast() {
    double[][] covariance = {{1e-6, 0, 1e-4}, {0.04, 0.04, 0.03}, {1e-4, 0.03, 0.05}};
    covariance[0][1] = covariance[1][0] = 0;
    assertThat(NextLoads.best(covariance, 1, Set.of(), 2)).containsExactly(1, 0);
  }

  /** Intervals of max users after six further loads, chosen and at random. */
  @Test
  void ruleChosenLoadsMakeCapacitiesAsWellKnownAsRandomOnesOrBetter() {
    double chosen = 0;
    double random = 0;
    for (int seed = 1; seed <= 4; seed++) {
      List<Load> best = new ArrayList<>(FIRST);
      best.addAll(LOADS.next(model(best, seed), SLA, new HashSet<>(best), 6));
      List<Load> drawn = new ArrayList<>();
      for (int pool = 0; pool < THREADS.length; pool++) {
        for (int users : USERS) {
          drawn.add(new Load(pool, users));
        }
      }
      drawn.removeAll(FIRST);
      Collections.shuffle(drawn, new Random(seed));
      List<Load> any = new ArrayList<>(FIRST);
      any.addAll(drawn.subList(0, 6));
      chosen += width(model(best, seed));
      random += width(model(any, seed));
    }
    assertThat(chosen).isLessThan(random);
  }

  private static double width(CapacityModel model) {
    double width = 0;
    for (int threads : new int[] {8, 16}) {
      Estimate users = Prediction.of(model, pool(threads), SLA, List.of(64)).maxUsers();
      width += (users.high() - users.low()) / users.value();
    }
    return width;
  }
}
