package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The solver against closed forms and exact enumeration. */
class ClosedNetworkTest {
  private static final Percentage EXACT = Percentage.withPercentage(1e-5);

  /** M/M/c//N (Kleinrock, Queueing Systems I, 1975, 3.8): N machines that c men repair. */
  @ParameterizedTest
  @CsvSource({"1, 1", "5, 1", "12, 1", "12, 2", "30, 4", "200, 8"})
  void cpusAloneAreTheMachineRepairModel(int users, int cpus) {
    double demand = 0.6;
    double outside = 3;
    double[] weights = new double[users + 1];
    weights[0] = 1;
    double sum = 1;
    double busy = 0;
    for (int n = 1; n <= users; n++) {
      weights[n] = weights[n - 1] * (users - n + 1) * (demand / outside) / Math.min(n, cpus);
      sum += weights[n];
      busy += weights[n] * Math.min(n, cpus);
    }
    SteadyState state = network(demand, 0, outside, cpus, users).solve(users);
    assertThat(state.tps()).isCloseTo(busy / sum / demand * 1e3, EXACT);
    assertThat(state.cpuPct()).isCloseTo(100 * busy / sum / cpus, EXACT);
  }

  /** Threads alone, where a call only waits downstream: M/M/c//N with the threads as servers. */
  @Test
  void threadsThatOnlyWaitAreServers() {
    SteadyState few = network(1e-9, 2, 3, 1, 4).solve(30);
    SteadyState repair = network(2, 0, 3, 4, 30).solve(30);
    assertThat(few.tps()).isCloseTo(repair.tps(), Percentage.withPercentage(1e-3));
    assertThat(few.queued()).isCloseTo(repair.active() - few.active(), within(1e-3));
  }

  /** A wait of many times the CPU time, whose constants would overflow, and one that does not. */
  @ParameterizedTest
  @CsvSource({"0.001, 20, 4, 50", "0.01, 4, 2, 200", "0.5, 2, 8, 60"})
  void productFormAndChainsAgree(double demand, double wait, int cpus, int threads) {
    ClosedNetwork network = network(demand, wait, 0, cpus, threads);
    double[] chain = new FlowEquivalentServer(network).chainTpms(threads, demand);
    assertThat(network.solve(threads).tps()).isCloseTo(chain[threads] * 1e3, EXACT);
  }

  /** More CPUs than constants can have, and nothing to wait for but them. */
  @Test
  void callsThatWaitForNothingElseAreAtTheCpus() {
    assertThat(network(0.5, 0, 0, 800, 1000).solve(900).tps()).isCloseTo(800 / 0.5 * 1e3, EXACT);
  }

  @Property(tries = 200)
  void throughputLiesBetweenTheBounds(
      @ForAll @IntRange(min = 1, max = 60) int users,
      @ForAll @IntRange(min = 1, max = 40) int threads,
      @ForAll @IntRange(min = 1, max = 8) int cpus,
      @ForAll @DoubleRange(min = 0.05, max = 2) double demand,
      @ForAll @DoubleRange(min = 0, max = 5) double wait,
      @ForAll @DoubleRange(min = 0.01, max = 3) double outside,
      @ForAll @DoubleRange(min = 0, max = 5) double contention) {
    ClosedNetwork network =
        Changed.with(network(demand, wait, outside, cpus, threads), "contention", contention);
    AsymptoticBounds bounds = network.bounds(demand);
    assertThat(network.solve(users).tps())
        .isBetween(bounds.minTps(users) * (1 - 1e-9), bounds.maxTps(users) * (1 + 1e-9));
  }

  @Property(tries = 200)
  void everyUserIsSomewhere(
      @ForAll @IntRange(min = 1, max = 60) int users,
      @ForAll @IntRange(min = 1, max = 40) int threads,
      @ForAll @DoubleRange(min = 0, max = 3) double contention) {
    ClosedNetwork network = Changed.with(network(0.3, 2, 1, 2, threads), "contention", contention);
    SteadyState state = network.solve(users);
    double inPool = state.queueWaitMillis() + state.serviceMillis();
    double outside = state.tps() * (state.responseMillis(1) - inPool) / 1e3;
    assertThat(state.active() + state.queued() + outside).isCloseTo(users, within(1e-6 * users));
    assertThat(state.cpuPct()).isLessThanOrEqualTo(100 + 1e-6);
  }

  @Test
  void withoutContentionThroughputIsTheBound() {
    ClosedNetwork network = Changed.with(network(0.5, 2, 1, 2, 10), "contention", 0.0);
    for (int users : new int[] {1, 5, 12, 13, 14, 20, 60}) {
      assertThat(network.solve(users).tps()).isCloseTo(network.bounds(0.5).maxTps(users), EXACT);
    }
  }

  @Test
  void contentionCostsMostAtTheKnee() {
    ClosedNetwork calm = network(0.5, 2, 1, 2, 200);
    ClosedNetwork convoys = Changed.with(calm, "contention", 2.0);
    double most = lost(calm, convoys, (int) calm.kneeUsers());
    assertThat(most).isGreaterThan(0.05);
    assertThat(lost(calm, convoys, 1)).isBetween(-1e-9, most / 4);
    assertThat(lost(calm, convoys, 200)).isBetween(-1e-9, most / 4);
  }

  /** Calls that start from the queue start one by one. */
  @Test
  void convoysDoNotFormWhereCallsQueue() {
    ClosedNetwork few = network(0.5, 2, 0.2, 2, 8);
    ClosedNetwork convoys = Changed.with(few, "contention", 2.0);
    assertThat(lost(few, convoys, 40)).isCloseTo(0, within(1e-3));
    assertThat(lost(few, convoys, 8)).isGreaterThan(0.03);
  }

  private static double lost(ClosedNetwork calm, ClosedNetwork convoys, int users) {
    return 1 - convoys.solve(users).tps() / calm.solve(users).tps();
  }

  @Test
  void cpuPerCallFallsWithTheThroughput() {
    CpuDemand shared = new CpuDemand(0.5, 0.2, 400);
    ClosedNetwork network = new ClosedNetwork(shared, 1, 2, 1, 50, ClosedNetwork.UNBOUNDED, 1);
    SteadyState state = network.solve(5);
    assertThat(state.demandMillis()).isCloseTo(shared.millisAt(state.tps()), within(1e-6));
    assertThat(network.solve(1).demandMillis()).isCloseTo(1, EXACT);
    assertThat(network.solve(500).tps()).isLessThan(shared.saturationTps(1) * (1 + 1e-6));
    assertThat(shared.saturationTps(1)).isCloseTo(1600, EXACT);
  }

  private static ClosedNetwork network(
      double demand, double wait, double outside, int cpus, int threads) {
    return new ClosedNetwork(
        CpuDemand.constant(demand), cpus, wait, outside, threads, ClosedNetwork.UNBOUNDED, 1);
  }
}
