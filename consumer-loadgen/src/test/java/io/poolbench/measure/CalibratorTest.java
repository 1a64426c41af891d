package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.journal.CalibrationParameters;
import io.poolbench.measure.Calibrator.CalibrationBench;
import io.poolbench.study.Cell;
import io.poolbench.study.Cell.NetworkSettings;
import io.poolbench.study.SampleCells;
import io.poolbench.study.Study.Calibration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;

/** Calibrates a simulated provider with known costs. */
class CalibratorTest {
  private static final Calibration PUBLISHED = new Calibration(6700, 2570, 1100);
  private static final double WANTED_CPU_MICROS = 1e6 / 6700;

  /** The calibration's own tolerance plus four standard deviations of noise. */
  private static Percentage tolerance(double noisePct) {
    return Percentage.withPercentage(200 * Calibrator.TOLERANCE + 4 * noisePct);
  }

  @Property
  void allThreeConstantsReachTheirTargetsOnAnyHost(
      @ForAll @DoubleRange(min = 5, max = 130) double emptyCpuMicros,
      @ForAll @DoubleRange(min = 0.2, max = 50) double nanosPerIteration,
      @ForAll @DoubleRange(min = 0, max = 2000) double waitingMicros,
      @ForAll @DoubleRange(min = 1, max = 1000) double outsideMicros)
      throws Exception {
    SimulatedBench bench =
        new SimulatedBench(
            emptyCpuMicros, nanosPerIteration / 1000, waitingMicros, outsideMicros, 0, 1);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    CalibrationSample truth = bench.truth(chosen, Calibrator.saturatingUsers(PUBLISHED));
    assertThat(truth.saturationTps(1)).isCloseTo(6700, tolerance(0));
    assertThat(truth.threadMicros()).isCloseTo(2570, tolerance(0));
    assertThat(truth.outsideMicros()).isCloseTo(1100, tolerance(0));
  }

  @Property
  void noiseIsNotAmplified(
      @ForAll @DoubleRange(min = 20, max = 110) double emptyCpuMicros,
      @ForAll @DoubleRange(min = 0.5, max = 10) double nanosPerIteration,
      @ForAll @DoubleRange(min = 0, max = 1) double noisePct,
      @ForAll long seed)
      throws Exception {
    SimulatedBench bench =
        new SimulatedBench(
            emptyCpuMicros, nanosPerIteration / 1000, 200, 400, noisePct / 100, seed);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    assertOnTarget(bench.truth(chosen, Calibrator.lowLoadUsers(PUBLISHED)), noisePct);
  }

  private static void assertOnTarget(CalibrationSample truth, double noisePct) {
    assertThat(truth.cpuMicros()).isCloseTo(WANTED_CPU_MICROS, tolerance(noisePct));
    assertThat(truth.threadMicros()).isCloseTo(2570, tolerance(noisePct));
    assertThat(truth.outsideMicros()).isCloseTo(1100, tolerance(noisePct));
  }

  @Property
  void itEndsWithParametersInRangeForAnyMeasurements(
      @ForAll @DoubleRange(min = 0, max = 1e6) double emptyCpuMicros,
      @ForAll @DoubleRange(min = -10, max = 10_000) double nanosPerIteration,
      @ForAll @DoubleRange(min = 0, max = 1e7) double waitingMicros,
      @ForAll @DoubleRange(min = 0, max = 1e7) double outsideMicros,
      @ForAll @DoubleRange(min = 0, max = 50) double noisePct,
      @ForAll long seed)
      throws Exception {
    SimulatedBench bench =
        new SimulatedBench(
            emptyCpuMicros,
            nanosPerIteration / 1000,
            waitingMicros,
            outsideMicros,
            noisePct / 100,
            seed);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    assertThat(bench.measurements()).isBetween(2 * Calibrator.SAMPLES, Calibrator.SAMPLES * 12);
    assertThat(chosen.cpuIterations()).isNotNegative();
    assertThat(chosen.redisMicros()).isBetween(0L, PUBLISHED.threadMicros());
    assertThat(chosen.networkMicros()).isBetween(0L, PUBLISHED.outsideMicros());
  }

  @Example
  void aHostTooSlowForTheTargetGetsNoCpuWorkButTheLatencies() throws Exception {
    SimulatedBench bench = new SimulatedBench(180, 0.001, 300, 400, 0, 1);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    assertThat(chosen).isEqualTo(new CalibrationParameters(0, 2570 - 300 - 180, 1100 - 400));
    assertThat(bench.truth(chosen, 100).saturationTps(1))
        .isLessThan(PUBLISHED.saturationTps())
        .isCloseTo(1e6 / 180, within(0.01));
  }

  @Example
  void aTimeAboveItsTargetGetsNoLatency() throws Exception {
    SimulatedBench bench = new SimulatedBench(60, 0.001, 4000, 1500, 0, 1);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    assertThat(chosen.redisMicros()).isZero();
    assertThat(chosen.networkMicros()).isZero();
    assertThat(bench.truth(chosen, Calibrator.lowLoadUsers(PUBLISHED)).cpuMicros())
        .isCloseTo(WANTED_CPU_MICROS, tolerance(0));
  }

  @Example
  void laterMeasurementsCorrectAWrongFirstReading() throws Exception {
    SimulatedBench truth = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    CalibrationBench cold =
        (parameters, users) -> {
          CalibrationSample sample = truth.measure(parameters, users);
          return truth.measurements() > Calibrator.SAMPLES
              ? sample
              : SimulatedBench.disturbed(sample, users, 2, 0);
        };
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(cold);
    assertThat(truth.truth(chosen, Calibrator.lowLoadUsers(PUBLISHED)).cpuMicros())
        .isCloseTo(WANTED_CPU_MICROS, tolerance(0));
  }

  /** The second reading of the same work shows no slope, even on the other side of the target. */
  @Example
  void aHostThatSlowsDownWhileTheLatenciesAreChosenIsCalibratedAgain() throws Exception {
    SimulatedBench truth = new SimulatedBench(70.0005, 0.001, 300, 400, 0, 1);
    boolean[] slower = {false};
    CalibrationBench slowing =
        (parameters, users) -> {
          slower[0] |= users == Calibrator.lowLoadUsers(PUBLISHED);
          CalibrationSample sample = truth.measure(parameters, users);
          return slower[0] ? SimulatedBench.disturbed(sample, users, 1.04, 0) : sample;
        };
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(slowing);
    assertThat(slowing.measure(chosen, Calibrator.saturatingUsers(PUBLISHED)).saturationTps(1))
        .isCloseTo(6700, tolerance(0));
  }

  /** As many as are fewer than half of a reading. */
  @Property
  void burstsDoNotCount(
      @ForAll @IntRange(min = 0, max = 4) int one,
      @ForAll @IntRange(min = 0, max = 4) int other,
      @ForAll @DoubleRange(min = 1.1, max = 3) double slower,
      @ForAll @DoubleRange(min = 0, max = 60) double takenPct)
      throws Exception {
    SimulatedBench truth = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    CalibrationBench busy =
        (parameters, users) -> {
          CalibrationSample sample = truth.measure(parameters, users);
          int number = (truth.measurements() - 1) % Calibrator.SAMPLES;
          return number == one || number == other
              ? SimulatedBench.disturbed(sample, users, slower, takenPct)
              : sample;
        };
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(busy);
    assertOnTarget(truth.truth(chosen, Calibrator.lowLoadUsers(PUBLISHED)), 0);
  }

  /** Rows are measured on the same host. */
  @Property
  void aHostThatIsBusyAllTheTimeIsCalibratedAsItIs(
      @ForAll @DoubleRange(min = 1, max = 1.3) double slower,
      @ForAll @DoubleRange(min = 0, max = 25) double takenPct)
      throws Exception {
    SimulatedBench truth = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    CalibrationBench busy =
        (parameters, users) ->
            SimulatedBench.disturbed(truth.measure(parameters, users), users, slower, takenPct);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(busy);
    CalibrationSample outcome = busy.measure(chosen, Calibrator.saturatingUsers(PUBLISHED));
    assertThat(outcome.saturationTps(1)).isCloseTo(6700, tolerance(0));
    assertThat(outcome.threadMicros()).isCloseTo(2570, tolerance(0));
    assertThat(outcome.outsideMicros()).isCloseTo(1100, tolerance(0));
  }

  @Example
  void cpuPerCallIsMeasuredAtSaturationAndTimesAtLowLoad() throws Exception {
    SimulatedBench bench = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    CalibrationBench partial =
        (parameters, users) -> {
          CalibrationSample sample = bench.measure(parameters, users);
          return users == Calibrator.lowLoadUsers(PUBLISHED)
              ? Changed.with(sample, "cpuMicros", 0.0)
              : Changed.with(sample, "threadMicros", 0.0, "outsideMicros", 0.0);
        };
    assertThat(new Calibrator(PUBLISHED, 1).calibrate(partial))
        .isEqualTo(new Calibrator(PUBLISHED, 1).calibrate(bench));
  }

  @Example
  void theNextProviderTakesFewerMeasurements() throws Exception {
    SimulatedBench one = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    SimulatedBench next = new SimulatedBench(60, 0.001, 250, 500, 0, 1);
    Calibrator calibrator = new Calibrator(PUBLISHED, 1);
    calibrator.calibrate(one);
    CalibrationParameters chosen = calibrator.calibrate(next);
    assertThat(next.measurements()).isLessThan(one.measurements());
    assertOnTarget(next.truth(chosen, Calibrator.lowLoadUsers(PUBLISHED)), 0);
  }

  @Example
  void saturatingUsersAreTheKneeTimesOneAndAQuarterWithinLimits() {
    // Knee: 20,000 TPS x 4 ms = 80 users.
    assertThat(Calibrator.saturatingUsers(new Calibration(20_000, 3_000, 1_000))).isEqualTo(100);
    assertThat(Calibrator.saturatingUsers(new Calibration(10, 100, 100))).isEqualTo(32);
    assertThat(Calibrator.saturatingUsers(new Calibration(10_000_000, 10_000_000, 1)))
        .isEqualTo(1000);
  }

  @Example
  void lowLoadIsASixthOfTheKneeAndAtMostFourUsers() {
    assertThat(Calibrator.lowLoadUsers(PUBLISHED)).isEqualTo(4);
    // A quarter of the TPS, as of one core of four: the knee is at 6 users.
    assertThat(Calibrator.lowLoadUsers(new Calibration(1675, 2570, 1100))).isEqualTo(1);
    assertThat(Calibrator.lowLoadUsers(new Calibration(10, 100, 100))).isEqualTo(1);
    assertThat(Calibrator.lowLoadUsers(new Calibration(100_000, 3_000, 1_000))).isEqualTo(4);
  }

  /** The sample's cell has a Redis latency of 500 us, deviation 100 us, and no network latency. */
  @Example
  void aCellGetsTheCpuWorkAndTheMeanLatenciesWithProportionalDeviationsOnly() {
    Cell cell = SampleCells.FIXED;
    CalibrationParameters chosen = new CalibrationParameters(83_412, 2_000, 700);
    Cell set = chosen.applyTo(cell);
    assertThat(set.dubbo().work().cpuIterations()).isEqualTo(83_412);
    assertThat(set.redis().latency()).isEqualTo(new AddedLatency(2_000, 400));
    assertThat(set.network().latency()).isEqualTo(new AddedLatency(700, 0));
    assertThat(CalibrationParameters.of(set)).isEqualTo(chosen);
    assertThat(CalibrationParameters.of(cell).applyTo(set)).isEqualTo(cell);

    Cell none = new CalibrationParameters(0, 0, 0).applyTo(cell);
    assertThat(none.redis().latency()).isEqualTo(AddedLatency.NONE);
    assertThat(none.network()).isEqualTo(NetworkSettings.NONE);
  }

  @Example
  void theTargetCpuTimePerCallGrowsWithTheCpus() {
    assertThat(Calibrator.wantedCpuMicros(PUBLISHED, 4)).isCloseTo(597, within(0.1));
  }

  @Example
  void saturationTpsIsMeasuredOnSaturatedCpusAndElseExtrapolated() {
    assertThat(new CalibrationSample(6500, 98, 150, 0, 0, 0, List.of()).saturationTps(1))
        .isEqualTo(6500);
    // What the hypervisor took is not left to the provider.
    assertThat(new CalibrationSample(5200, 78, 150, 0, 0, 20, List.of()).saturationTps(1))
        .isEqualTo(5200);
    assertThat(new CalibrationSample(3000, 45, 150, 0, 0, 0, List.of()).saturationTps(1))
        .isCloseTo(6666.7, within(0.1));
  }
}
