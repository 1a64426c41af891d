package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.model.Recommendation.Goal;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleCurves;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Variance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A noisy host widens the intervals, and takes no answer away. */
class NoisyLoadsTest {
  private static final int CPUS = 2;
  private static final int ROUNDS = 3;
  private static final int RUNS = 6;
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));
  private static final Scenario EIGHT =
      new Scenario("fixed 8", 8, ClosedNetwork.UNBOUNDED, CPUS, 0, 0, true);
  private static final List<Observation> QUIET = NetworkFitTest.ofTwoPools();
  private static final Estimate TRUTH = maxUsers(QUIET);

  /** Near its limit a TP99 changes by a sixth of what the log-odds of late calls do. */
  private static final double TP99_PER_LOGIT = 1.0 / 6;

  private static Estimate maxUsers(List<Observation> loads) {
    return Prediction.of(CapacityModel.of(loads), EIGHT, SLA, List.of(200)).maxUsers();
  }

  /**
   * The loads over rounds of which each third has calls that need up to 90 % more CPU.
   *
   * @param logits standard deviation between rounds of the log-odds of late calls
   */
  private static List<Observation> noisy(double logits, Random random) {
    return QUIET.stream().map(load -> noisy(load, logits, random)).toList();
  }

  private static Observation noisy(Observation load, double logits, Random random) {
    double[] tps = new double[ROUNDS];
    double[] demand = new double[ROUNDS];
    double[] tp99 = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      double more = random.nextInt(3) == 0 ? 0.9 * random.nextDouble() : 0;
      double slower = 1 + more * load.demandMillis() / load.cycleMillis();
      double noise = TP99_PER_LOGIT * logits * random.nextGaussian();
      tps[round] = load.tps() / slower;
      demand[round] = load.demandMillis() * (1 + more);
      tp99[round] = load.tp99Millis() * slower * Math.exp(noise);
    }
    double mean = mean(tps);
    double slower = load.tps() / mean;
    return new Observation(
        load.cell(),
        load.users(),
        load.threads(),
        load.queue(),
        load.cpus(),
        mean,
        Math.min(100, 100 * mean(demand) * mean / 1e3 / load.cpus()),
        load.serviceMillis() * slower,
        load.outsideMillis(),
        load.meanMillis() * slower,
        mean(tp99),
        null,
        0,
        new RowNoise(error(tps), error(demand), error(tp99)));
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElseThrow();
  }

  private static double error(double[] values) {
    double[] logs = DoubleStream.of(values).map(Math::log).toArray();
    return Math.sqrt(Variance.of(logs).getAsDouble() / ROUNDS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.4, 0.8})
  void theNoiseBetweenRoundsWidensTheIntervalWhichHasTheTruth(double logits) {
    Random random = new Random((long) (10 * logits));
    double width = 0;
    int covered = 0;
    for (int run = 0; run < RUNS; run++) {
      Estimate users = maxUsers(noisy(logits, random));
      width += (users.high() - users.low()) / RUNS;
      covered += users.low() <= TRUTH.value() && TRUTH.value() <= users.high() ? 1 : 0;
    }
    assertThat(width).isGreaterThan(TRUTH.high() - TRUTH.low());
    assertThat(covered).isGreaterThanOrEqualTo(RUNS - 1);
  }

  @Test
  void aPoolIsRecommendedOnANoisyHost() {
    Recommendation found =
        recommend(noisy(0.8, new Random(1)), SLA, new Goal.MostUsers(), /* marginPct= */ 20);
    assertThat(found.carried()).isTrue();
    assertThat(found.pool().maxUsers().low()).isPositive();
  }

  /** At the estimate itself the calls that are accepted would be late in half of all cases. */
  @Test
  void theQueueOfARateIsTheLowerEndOfItsInterval() {
    Sla late = new Sla(List.of(new Sla.Bound("tp99", 30)));
    Recommendation found = recommend(noisy(0.4, new Random(3)), late, new Goal.Rate(2000), 0);
    assertThat(found.carried()).isTrue();
    assertThat(found.queue().low()).isBetween(16.0, found.queue().value() - 1);
    assertThat(found.pool().pool().queues())
        .isEqualTo(found.arrivals().length())
        .isEqualTo((int) found.queue().low());
  }

  private static Recommendation recommend(
      List<Observation> loads, Sla sla, Goal goal, double marginPct) {
    MeasuredLoads measured = NetworkFitTest.measured(loads);
    return Recommendation.of(CapacityModel.of(loads), measured, sla, goal, marginPct);
  }

  /** 1,000 and 4,000: logarithms 0.693 from their mean, so that of two rounds the error is it. */
  @Test
  void theErrorOfALoadIsThatOfItsRoundsMean() {
    RowNoise noise = RowNoise.of(List.of(block(1, 4, 1_000, 5, 12), block(2, 4, 4_000, 5, 4)));
    assertThat(noise.tps()).isCloseTo(Math.log(2), within(1e-9));
    assertThat(noise.tp99()).isZero();
  }

  /** Of 8, 9 and 10 ms the deviations from 9 are 0, ln(10/9) and ln(9/8). */
  @Test
  void theErrorOfAMedianDoesNotGrowWithOneRound() {
    RowNoise calm =
        RowNoise.ofMedian(
            List.of(block(1, 4, 1_000, 8, 0), block(2, 4, 1_000, 9, 0), block(3, 4, 1_000, 10, 0)));
    RowNoise burst =
        RowNoise.ofMedian(
            List.of(
                block(1, 4, 1_000, 8, 0), block(2, 4, 1_000, 9, 0), block(3, 4, 1_000, 1_000, 0)));
    double deviation = 1.4826 * 3 / 2.2 * Math.sqrt(Math.PI / 6);
    assertThat(calm.tp99()).isCloseTo(deviation * Math.log(10 / 9.0), within(1e-9));
    assertThat(burst.tp99()).isCloseTo(deviation * Math.log(9 / 8.0), within(1e-9));
  }

  @Test
  void aDisturbedLoadCountsByItsCalmRounds() {
    MeasuredLoads measured =
        measured(
            block(1, 4, 1_000, 4, 0),
            block(2, 4, 3_000, 8, 5),
            block(3, 4, 700, 300, 40),
            block(1, 8, 3_700, 4, 0),
            block(1, 12, 5_000, 4, 2),
            block(1, 16, 5_500, 4, 0),
            block(2, 16, 900, 300, 30));
    assertThat(measured.loads()).extracting(Observation::users).containsExactly(4, 8, 12);
    assertThat(measured.disturbed()).as("the one of 4 users, and that left out").isEqualTo(2);
    Observation light = measured.loads().get(0);
    assertThat(light.tps()).isCloseTo(2_000, within(1e-9));
    assertThat(light.tp99Millis()).isCloseTo(6, within(1e-9));
    assertThat(light.meanMillis()).isCloseTo((4 + 4 / 3.0) / 2, within(1e-9));
    assertThat(light.serviceMillis()).isCloseTo(0.8 * light.meanMillis(), within(1e-9));
    assertThat(light.outsideMillis()).isCloseTo(0.2 * light.meanMillis(), within(1e-9));
    assertThat(light.demandMillis()).isCloseTo(0.25, within(1e-9));
    double deviation = 1.4826 * 2 / 1.2 * Math.log(3) / 2;
    assertThat(light.noise().tps()).isCloseTo(deviation * Math.sqrt(Math.PI / 4), within(1e-3));
  }

  @Test
  void whereMostLoadsAreDisturbedAllCountAsTheyWere() {
    MeasuredLoads measured =
        measured(
            block(1, 4, 1_900, 4, 40),
            block(1, 8, 3_700, 4, 40),
            block(1, 12, 5_000, 4, 0),
            block(1, 16, 5_500, 4, 0));
    assertThat(measured.loads()).extracting(Observation::tps).contains(1_800.0, 5_800.0);
    assertThat(measured.disturbed()).isZero();

    MeasuredLoads oneWithCalmRounds =
        measured(
            block(1, 4, 1_900, 4, 40),
            block(1, 8, 3_700, 4, 0),
            block(2, 8, 3_700, 4, 0),
            block(3, 8, 3_000, 8, 40),
            block(1, 12, 5_000, 4, 40),
            block(1, 16, 5_500, 4, 40));
    assertThat(oneWithCalmRounds.loads()).hasSize(4);
    assertThat(oneWithCalmRounds.disturbed()).isZero();
  }

  /** Four of seven. */
  @Test
  void aMajorityOfDisturbedLoadsCountsAsTheyWere() {
    CellResult cell =
        SampleCurves.repetition(
            "fixed 24",
            1,
            SampleCurves.step(3, 1_300, 4),
            SampleCurves.step(6, 2_600, 4),
            SampleCurves.step(9, 3_800, 4),
            SampleCurves.step(12, 4_900, 4),
            SampleCurves.step(15, 5_500, 5),
            SampleCurves.step(18, 5_800, 5),
            SampleCurves.step(21, 6_000, 6));
    List<BlockSample> blocks =
        List.of(
            block(1, 3, 1_200, 4, 40),
            block(1, 6, 2_500, 4, 40),
            block(1, 9, 3_700, 4, 40),
            block(1, 12, 4_800, 4, 40));
    MeasuredLoads measured =
        MeasuredLoads.of("result", List.of(Changed.with(cell, "blocks", blocks)));
    assertThat(measured.loads()).hasSize(7);
    assertThat(measured.disturbed()).isZero();
  }

  /** As with a few calls of 200 ms in rounds of 0.4 s, whose CPU time is counted in 10 ms. */
  @ParameterizedTest
  @EnumSource(
      value = Metric.class,
      names = {"TPS", "PROVIDER_CPU_PER_CALL"})
  void aDisturbedLoadWhoseCalmRoundsShowNoCallOrNoCpuTimeCountsAsItWas(Metric none) {
    BlockSample calm = Changed.with(block(1, 4, 20, 300, 0), "figures." + none, 0.0);
    MeasuredLoads measured =
        measured(
            calm,
            Changed.with(calm, "round", 2),
            block(3, 4, 20, 300, 40),
            block(1, 8, 3_700, 4, 40),
            block(1, 12, 5_000, 4, 40));
    assertThat(measured.loads()).extracting(Observation::tps).contains(1_800.0);
  }

  private static MeasuredLoads measured(BlockSample... blocks) {
    CellResult cell =
        SampleCurves.repetition(
            "fixed 24",
            1,
            SampleCurves.step(4, 1_800, 4),
            SampleCurves.step(8, 3_600, 4),
            SampleCurves.step(12, 5_100, 4),
            SampleCurves.step(16, 5_800, 5));
    return MeasuredLoads.of("result", List.of(Changed.with(cell, "blocks", List.of(blocks))));
  }

  private static BlockSample block(
      int round, int level, double tps, double tp99Millis, double steal) {
    return new BlockSample(
        round,
        level,
        1,
        /* discarded= */ false,
        List.of(),
        Figures.UNKNOWN
            .with(Metric.TPS, tps)
            .with(Metric.MEAN, 1e3 * level / tps)
            .with(Metric.SERVICE_MEAN, 800.0 * level / tps)
            .with(Metric.OUTSIDE_MEAN, 200.0 * level / tps)
            .with(Metric.TP99, tp99Millis)
            .with(Metric.PROVIDER_CPU_PER_CALL, 250)
            .with(Metric.STEAL, steal)
            .with(Metric.OTHERS_CPU, 0));
  }
}
