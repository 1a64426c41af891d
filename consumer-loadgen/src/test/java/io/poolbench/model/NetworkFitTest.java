package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.model.NetworkFit.Crosstalk;
import io.poolbench.model.NetworkFit.Parameter;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleCurves;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of a known network give its parameters back, and predict what was not measured. */
class NetworkFitTest {
  private static final int CPUS = 2;
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));

  static ClosedNetwork network(int threads, double contention) {
    CpuDemand cpu = new CpuDemand(0.3, 0.1, 1300);
    return new ClosedNetwork(cpu, CPUS, 2, 0.4, threads, ClosedNetwork.UNBOUNDED, contention);
  }

  /** Of the solver, with response times of the simulation. */
  static List<Observation> loads(double contention, int threads, int... users) {
    List<Observation> loads = new ArrayList<>();
    for (int n : users) {
      ClosedNetwork network = network(threads, contention);
      SteadyState state = network.solve(n);
      double mean = state.responseMillis(0.4);
      double inPool = state.queueWaitMillis() + state.serviceMillis();
      TimeShape times = TimeShape.lognormal(0.03);
      NetworkSimulation.Outcome simulated =
          new NetworkSimulation(network, times, times).run(n, 20_000, n);
      double tp99 = mean * simulated.percentileMillis(99) / simulated.meanMillis();
      loads.add(
          new Observation(
              "fixed " + threads,
              n,
              threads,
              ClosedNetwork.UNBOUNDED,
              CPUS,
              state.tps(),
              state.cpuPct(),
              state.serviceMillis(),
              mean - inPool,
              mean,
              tp99,
              null,
              0,
              RowNoise.NONE));
    }
    return loads;
  }

  /** Of pools of 4 and of 16 threads. */
  static List<Observation> ofTwoPools() {
    List<Observation> loads = loads(1, 4, 4, 8, 16);
    loads.addAll(loads(1, 16, 4, 8, 12, 16, 24, 48));
    return loads;
  }

  static MeasuredLoads measured(List<Observation> loads) {
    return new MeasuredLoads(SampleCurves.repetition("fixed 24", 1).cell(), CPUS, loads, 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.4, 1, 2.5})
  void parametersAreRecovered(double contention) {
    List<Observation> loads = loads(contention, 4, 4, 8, 16);
    loads.addAll(loads(contention, 100, 4, 8, 12, 16, 24));
    NetworkFit fit = NetworkFit.of(loads);
    assertThat(fit.cpu().millisPerCall()).isCloseTo(0.3, Percentage.withPercentage(2));
    assertThat(fit.cpu().backgroundCpus()).isCloseTo(0.1, within(0.02));
    assertThat(fit.waitMillis()).isCloseTo(2, Percentage.withPercentage(3));
    assertThat(fit.outsideMillis()).isCloseTo(0.4, within(0.05));
    assertThat(fit.contention()).isCloseTo(contention, within(0.3));
    assertThat(fit.unidentified()).isEmpty();
  }

  @Test
  void crosstalkIsWhatTheNetworkDoesNotExplain() {
    List<Observation> loads = loads(1, 200, 4, 8, 12, 16, 60, 120);
    assertThat(NetworkFit.of(loads).crosstalk().factor(120)).isCloseTo(1, within(0.01));
    Crosstalk crosstalk = new Crosstalk(1e-5, 120);
    loads.replaceAll(
        load -> Changed.with(load, "tps", load.tps() * crosstalk.factor(load.users())));
    NetworkFit fit = NetworkFit.of(loads);
    // A part of the loss looks like CPU time per call.
    assertThat(fit.crosstalk().factor(120)).isBetween(crosstalk.factor(120), 0.97);
    assertThat(fit.crosstalk().factor(1000)).isEqualTo(fit.crosstalk().factor(120));
    Observation last = loads.get(loads.size() - 1);
    assertThat(fit.predict(last).tps()).isCloseTo(last.tps(), Percentage.withPercentage(5));
  }

  /** A lognormal time: exp(z sigma - sigma^2 / 2) times its mean at the quantile z. */
  @Test
  void theVariationIsFittedToTp95WhereFewCallsHaveNoTp99() {
    double sigma2 = Math.log1p(0.03);
    double tp95PerMean = Math.exp(1.6448536 * Math.sqrt(sigma2) - sigma2 / 2);
    List<Observation> loads = loads(1, 100, 4, 8, 24);
    loads.replaceAll(
        load ->
            Changed.with(load, "tp99Millis", null, "tp95Millis", tp95PerMean * load.meanMillis()));
    NetworkFit fit = NetworkFit.of(loads);
    assertThat(fit.scv()).isCloseTo(0.03, within(1e-6));
    assertThat(fit.unidentified()).doesNotContain(Parameter.VARIATION);
  }

  @Test
  void whatTheLoadsDoNotShowIsReported() {
    assertThat(NetworkFit.of(loads(1, 4, 8, 12, 16)).unidentified())
        .contains(Parameter.CPU_BY_LOAD, Parameter.CONTENTION, Parameter.VARIATION);
    assertThat(NetworkFit.of(loads(1, 100, 24, 32, 40)).unidentified())
        .contains(Parameter.LIGHT_LOAD);
  }

  @Test
  void anotherPoolIsPredictedWithinItsInterval() {
    List<Observation> loads = loads(1.5, 4, 4, 8, 16);
    loads.addAll(loads(1.5, 100, 4, 8, 12, 16, 24));
    CapacityModel model = CapacityModel.of(loads);
    Scenario eight = new Scenario("fixed 8", 8, ClosedNetwork.UNBOUNDED, CPUS, 0, 0, true);
    Prediction prediction = Prediction.of(model, eight, SLA, List.of(4, 12, 20, 40));
    for (Prediction.Level level : prediction.levels()) {
      double truth = network(8, 1.5).solve(level.users()).tps();
      assertThat(level.tps().value()).isCloseTo(truth, Percentage.withPercentage(3));
      assertThat(level.tps().low()).isLessThanOrEqualTo(level.tps().value());
      assertThat(level.extrapolated()).isEqualTo(level.users() > 24);
    }
    int capacity = (int) prediction.maxUsers().value();
    assertThat(Prediction.of(model, eight, SLA, List.of(capacity, 40)).levels().get(0).within())
        .isTrue();
    assertThat(prediction.maxUsers().low()).isLessThanOrEqualTo(capacity);
    assertThat(prediction.open()).isFalse();
  }

  /** Of n draws the k-th has k / (n + 1) of the distribution below it: 2.5 % on either side. */
  @ParameterizedTest
  @CsvSource({"40, 30, 1, 40", "1000, 30, 25, 976", "40, -7, -7, 40", "40, 50, 1, 50"})
  void drawsOnEitherSideAreAsManyAsTheErrorAllowsAndTheIntervalHoldsTheValue(
      int count, double value, double low, double high) {
    double[] draws = IntStream.rangeClosed(1, count).mapToDouble(draw -> draw).toArray();
    assertThat(Estimate.of(value, draws)).isEqualTo(new Estimate(value, low, high));
  }

  @Test
  void theLastLevelIsTheHighest() {
    CapacityModel model = CapacityModel.of(loads(1, 100, 4, 8, 12, 16));
    Scenario pool = new Scenario("fixed 8", 8, ClosedNetwork.UNBOUNDED, CPUS, 0, 0, true);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Prediction.of(model, pool, SLA, List.of(40, 20)));
  }

  @Test
  void aSlowerDownstreamIsExtrapolated() {
    List<Observation> loads = loads(1, 100, 4, 8, 12, 16);
    CapacityModel model = CapacityModel.of(loads);
    Scenario slower = new Scenario("fixed 100", 100, 0, CPUS, 3, 0, false);
    Prediction.Level level = Prediction.of(model, slower, SLA, List.of(4)).levels().get(0);
    assertThat(level.extrapolated()).isTrue();
    assertThat(level.tps().value())
        .isCloseTo(
            Changed.with(network(100, 1), "waitMillis", 5.0).solve(4).tps(),
            Percentage.withPercentage(2));
  }
}
