package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation against the solver, closed forms and itself. */
class NetworkSimulationTest {
  private static final int CALLS = 200_000;
  private static final double SERVICE_MILLIS = 5;
  private static final TimeShape EQUAL = TimeShape.lognormal(0);

  @ParameterizedTest
  @CsvSource({
    "4, 4, 2147483647, 1, 0",
    "24, 16, 2147483647, 1, 0",
    "24, 16, 4, 1, 0",
    "24, 16, 0, 2, 0",
    "24, 16, 4, 1, 100",
    "48, 16, 0, 2, 100",
    "48, 200, 0, 4, 0",
    "80, 4, 2147483647, 4, 0"
  })
  void exponentialTimesAreWhatTheSolverAssumes(
      int users, int threads, int queue, int cpus, double backoff) {
    ClosedNetwork network =
        new ClosedNetwork(
            CpuDemand.constant(0.16 * cpus), cpus, 2.2, 0.8, threads, queue, 1, backoff);
    SteadyState solved = network.solve(users);
    NetworkSimulation.Outcome simulated = simulate(network, TimeShape.EXPONENTIAL, users);
    Percentage close = Percentage.withPercentage(1.5);
    assertThat(simulated.tps()).isCloseTo(solved.tps(), close);
    assertThat(simulated.active()).isCloseTo(solved.active(), close);
    assertThat(simulated.cpuPct()).isCloseTo(solved.cpuPct(), close);
    assertThat(simulated.queued()).isCloseTo(solved.queued(), within(0.02 * users));
    assertThat(100 - simulated.refusedPct()).isCloseTo(solved.availabilityPct(), within(2.0));
  }

  /** One user never waits: its response time is the sum of its times. */
  @Test
  void equalTimesOfOneUserAddUp() {
    ClosedNetwork network = new ClosedNetwork(CpuDemand.constant(0.5), 1, 2, 1, 1, 0, 1);
    NetworkSimulation.Outcome one = simulate(network, EQUAL, 1);
    assertThat(one.meanMillis()).isCloseTo(3.5, within(1e-6));
    assertThat(one.percentileMillis(99.9)).isCloseTo(3.5, within(1e-6));
    assertThat(one.tps()).isCloseTo(1e3 / 3.5, Percentage.withPercentage(0.1));
  }

  /** Nearly equal calls come close to the bounds: the solver's contention 0. */
  @ParameterizedTest
  @CsvSource({"5", "12", "20", "60"})
  void nearlyEqualTimesComeCloseToTheBounds(int users) {
    ClosedNetwork network =
        new ClosedNetwork(CpuDemand.constant(0.5), 2, 2, 1, 20, ClosedNetwork.UNBOUNDED, 0);
    assertThat(simulate(network, TimeShape.lognormal(0.02), users).tps())
        .isCloseTo(network.solve(users).tps(), Percentage.withPercentage(5));
  }

  /** M/M/c: a call waits with the probability of Erlang C, and then exponentially. */
  @ParameterizedTest
  @CsvSource({"1, 0.7", "4, 3.2", "16, 13"})
  void anOpenLoopHasThePercentilesOfErlangC(int threads, double busy) {
    NetworkSimulation.Outcome open = open(threads, ClosedNetwork.UNBOUNDED, busy);

    double blocked = 1;
    for (int thread = 1; thread <= threads; thread++) {
      blocked = busy * blocked / (thread + busy * blocked);
    }
    double waits = blocked / (1 - busy / threads * (1 - blocked));
    double rest = threads - busy;
    for (double percent : new double[] {50, 90, 99}) {
      double time = open.percentileMillis(percent) / SERVICE_MILLIS;
      double beyond =
          (1 - waits) * Math.exp(-time)
              + waits * (rest * Math.exp(-time) - Math.exp(-rest * time)) / (rest - 1);
      assertThat(100 * beyond)
          .as("beyond TP%s", percent)
          .isCloseTo(100 - percent, Percentage.withPercentage(8));
    }
    assertThat(open.refusedPct()).isZero();
    assertThat(open.active()).isCloseTo(busy, Percentage.withPercentage(2));
  }

  /** M/M/c/K: refused is the share of time in which the pool is full. */
  @ParameterizedTest
  @CsvSource({"1, 0, 0.7", "4, 6, 3.5", "4, 6, 8", "16, 4, 15"})
  void aFullPoolOfAnOpenLoopRefuses(int threads, int queue, double busy) {
    NetworkSimulation.Outcome open = open(threads, queue, busy);

    int most = threads + queue;
    double[] calls =
        FlowEquivalentServer.BirthDeath.stationary(most, n -> busy, n -> Math.min(n, threads));
    double mean = FlowEquivalentServer.BirthDeath.mean(calls, n -> n);
    assertThat(open.refusedPct()).isCloseTo(100 * calls[most], within(0.6));
    assertThat(open.meanMillis() / SERVICE_MILLIS)
        .as("Little's law")
        .isCloseTo(mean / busy / (1 - calls[most]), Percentage.withPercentage(2));
  }

  /** Exponential times in the thread and no others; {@code busy} = arrivals in such a time. */
  private static NetworkSimulation.Outcome open(int threads, int queue, double busy) {
    TimeShape times = TimeShape.EXPONENTIAL;
    ClosedNetwork network =
        new ClosedNetwork(CpuDemand.constant(1e-9), 1, SERVICE_MILLIS, 0, threads, queue, 1);
    return new NetworkSimulation(network, times, times)
        .runOpen(busy / SERVICE_MILLIS * 1e3, CALLS, 1);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1.8, 1.8", "4, 4", "50, 14.97"})
  void aShapeHasItsRatioOfTp99ToTheMean(double ratio, double possible) {
    ClosedNetwork network = new ClosedNetwork(CpuDemand.constant(1e-6), 1, 5, 0, 100, 0, 1);
    NetworkSimulation.Outcome waits = simulate(network, TimeShape.ofTp99(ratio), 20);
    assertThat(waits.percentileMillis(99) / 5).isCloseTo(possible, Percentage.withPercentage(4));
  }

  @Test
  void aSeedGivesOneResult() {
    ClosedNetwork network = new ClosedNetwork(CpuDemand.constant(0.5), 2, 2, 1, 10, 5, 1);
    TimeShape shape = TimeShape.lognormal(0.3);
    NetworkSimulation simulation = new NetworkSimulation(network, shape, shape);
    assertThat(simulation.run(20, 5000, 7).percentileMillis(99))
        .isEqualTo(simulation.run(20, 5000, 7).percentileMillis(99))
        .isNotEqualTo(simulation.run(20, 5000, 8).percentileMillis(99));
  }

  private static NetworkSimulation.Outcome simulate(
      ClosedNetwork network, TimeShape shape, int users) {
    return new NetworkSimulation(network, shape, shape).run(users, CALLS, 1);
  }

  /** They come back before the only thread is free: no call is answered, and no time passes. */
  @Test
  void usersThatWaitForNothingAreRefusedUntilTheEnd() {
    ClosedNetwork network = new ClosedNetwork(CpuDemand.constant(0.5), 1, 1e9, 0, 1, 0, 1);
    NetworkSimulation.Outcome refused =
        new NetworkSimulation(network, EQUAL, EQUAL).run(10, 1000, 1);
    assertThat(refused.tps()).isZero();
    assertThat(refused.refusedPct()).isEqualTo(100);
  }
}
