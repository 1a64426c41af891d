package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.lab.LabException;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;

/** Against a simulated provider whose truth is known. */
class CalibratorTest {
  private static final Calibration PUBLISHED = new Calibration(6700, 2570, 1100);
  private static final double WANTED_CPU_MICROS = 1e6 / 6700;

  private static CalibrationBench measuring(Measurement measurement) {
    return new CalibrationBench() {
      @Override
      public CalibrationSample measure(CalibrationParameters dials, int users) throws LabException {
        return measurement.of(dials, users);
      }

      @Override
      public List<Violation> violations() {
        return List.of();
      }

      @Override
      public void close() {}
    };
  }

  private interface Measurement {
    CalibrationSample of(CalibrationParameters dials, int users) throws LabException;
  }

  /** What a measurement may be off for all that, plus what counts as near enough. */
  private static Percentage tolerance(double noisePct) {
    return Percentage.withPercentage(100 * Calibrator.TOLERANCE + 4 * noisePct + 0.1);
  }

  @Property
  void whateverACallCostsOnThisHostAllThreeComeOutAsWanted(
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
  void noiseIsNotMultiplied(
      @ForAll @DoubleRange(min = 20, max = 110) double emptyCpuMicros,
      @ForAll @DoubleRange(min = 0.5, max = 10) double nanosPerIteration,
      @ForAll @DoubleRange(min = 0, max = 1) double noisePct,
      @ForAll long seed)
      throws Exception {
    SimulatedBench bench =
        new SimulatedBench(
            emptyCpuMicros, nanosPerIteration / 1000, 200, 400, noisePct / 100, seed);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    CalibrationSample truth = bench.truth(chosen, Calibrator.fewUsers(PUBLISHED));
    assertThat(truth.cpuMicros()).isCloseTo(WANTED_CPU_MICROS, tolerance(noisePct));
    assertThat(truth.threadMicros()).isCloseTo(2570, tolerance(noisePct));
    assertThat(truth.outsideMicros()).isCloseTo(1100, tolerance(noisePct));
  }

  @Property
  void whateverIsMeasuredItEndsAndNothingIsBelowZeroOrLatencyAboveItsTarget(
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
    assertThat(bench.measurements()).isBetween(2, Calibrator.MOST_MEASUREMENTS);
    assertThat(chosen.cpuIterations()).isNotNegative();
    assertThat(chosen.redisMicros()).isBetween(0L, PUBLISHED.threadMicros());
    assertThat(chosen.networkMicros()).isBetween(0L, PUBLISHED.outsideMicros());
  }

  @Example
  void aHostOnWhichAnEmptyCallCostsMoreThanWantedGetsNoCpuWorkAndTheLatenciesAllTheSame()
      throws Exception {
    SimulatedBench bench = new SimulatedBench(180, 0.001, 300, 400, 0, 1);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    assertThat(chosen).isEqualTo(new CalibrationParameters(0, 2570 - 300 - 180, 1100 - 400));
    assertThat(bench.truth(chosen, 100).saturationTps(1))
        .isLessThan(PUBLISHED.saturationTps())
        .isCloseTo(1e6 / 180, within(0.01));
  }

  @Example
  void aTimeThatIsLongerThanWantedByItselfGetsNoLatency() throws Exception {
    SimulatedBench bench = new SimulatedBench(60, 0.001, 4000, 1500, 0, 1);
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(bench);
    assertThat(chosen.redisMicros()).isZero();
    assertThat(chosen.networkMicros()).isZero();
    assertThat(bench.truth(chosen, Calibrator.fewUsers(PUBLISHED)).cpuMicros())
        .isCloseTo(WANTED_CPU_MICROS, tolerance(0));
  }

  @Example
  void aFirstMeasurementThatIsFarOffIsMadeGoodByThoseThatFollow() throws Exception {
    SimulatedBench truth = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    CalibrationBench cold =
        measuring(
            (dials, users) -> {
              CalibrationSample reading = truth.measure(dials, users);
              return truth.measurements() > 1
                  ? reading
                  : new CalibrationSample(reading.tps(), reading.cpuPct(), 140, 5000, 3000);
            });
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(cold);
    assertThat(truth.truth(chosen, Calibrator.fewUsers(PUBLISHED)).cpuMicros())
        .isCloseTo(WANTED_CPU_MICROS, tolerance(0));
  }

  @Property
  void aHostThatIsBusyDecidesNothingAsLongAsOneMeasurementWithFewUsersIsSpared(
      @ForAll @IntRange(min = 1, max = 4) int spared,
      @ForAll @DoubleRange(min = 1.1, max = 3) double longer)
      throws Exception {
    SimulatedBench truth = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    AtomicInteger withFew = new AtomicInteger();
    CalibrationBench busy =
        measuring(
            (dials, users) -> {
              CalibrationSample reading = truth.measure(dials, users);
              return users != Calibrator.fewUsers(PUBLISHED) || withFew.incrementAndGet() == spared
                  ? reading
                  : new CalibrationSample(
                      reading.tps(),
                      reading.cpuPct(),
                      reading.cpuMicros(),
                      longer * reading.threadMicros(),
                      longer * reading.outsideMicros());
            });
    CalibrationParameters chosen = new Calibrator(PUBLISHED, 1).calibrate(busy);
    assertThat(withFew).as("the spared one was measured").hasValueGreaterThanOrEqualTo(spared);
    CalibrationSample outcome = truth.truth(chosen, Calibrator.fewUsers(PUBLISHED));
    assertThat(outcome.threadMicros()).isCloseTo(2570, tolerance(0));
    assertThat(outcome.outsideMicros()).isCloseTo(1100, tolerance(0));
  }

  @Example
  void cpuPerCallIsMeasuredAtSaturationAndTimesWithFewUsers() throws Exception {
    SimulatedBench bench = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    CalibrationBench watched =
        measuring(
            (dials, users) -> {
              CalibrationSample reading = bench.measure(dials, users);
              return users == Calibrator.fewUsers(PUBLISHED)
                  ? new CalibrationSample(
                      reading.tps(),
                      reading.cpuPct(),
                      0,
                      reading.threadMicros(),
                      reading.outsideMicros())
                  : new CalibrationSample(
                      reading.tps(), reading.cpuPct(), reading.cpuMicros(), 0, 0);
            });
    assertThat(new Calibrator(PUBLISHED, 1).calibrate(watched))
        .isEqualTo(new Calibrator(PUBLISHED, 1).calibrate(bench));
  }

  @Example
  void whatIsLearntInOneProviderSavesMeasurementsInTheNext() throws Exception {
    SimulatedBench one = new SimulatedBench(70, 0.001, 300, 400, 0, 1);
    SimulatedBench next = new SimulatedBench(60, 0.001, 250, 500, 0, 1);
    Calibrator calibrator = new Calibrator(PUBLISHED, 1);
    calibrator.calibrate(one);
    CalibrationParameters chosen = calibrator.calibrate(next);
    assertThat(next.measurements()).isLessThan(one.measurements());
    CalibrationSample truth = next.truth(chosen, Calibrator.fewUsers(PUBLISHED));
    assertThat(truth.cpuMicros()).isCloseTo(WANTED_CPU_MICROS, tolerance(0));
    assertThat(truth.threadMicros()).isCloseTo(2570, tolerance(0));
    assertThat(truth.outsideMicros()).isCloseTo(1100, tolerance(0));
  }

  @Example
  void saturatingUsersAreAQuarterMoreThanFillTheCpusAndNeverFew() {
    // 20,000 a second, each in flight for 4 ms: 80 of them.
    assertThat(Calibrator.saturatingUsers(new Calibration(20_000, 3_000, 1_000))).isEqualTo(100);
    assertThat(Calibrator.saturatingUsers(new Calibration(10, 100, 100))).isEqualTo(32);
    assertThat(Calibrator.saturatingUsers(new Calibration(10_000_000, 10_000_000, 1)))
        .isEqualTo(1000);
  }

  @Example
  void lowLoadIsASixthOfWhatFillsTheCpusAndFourUsersAtMost() {
    assertThat(Calibrator.fewUsers(PUBLISHED)).isEqualTo(4);
    // A quarter of its TPS, as of one core of its four: 6 users fill that.
    assertThat(Calibrator.fewUsers(new Calibration(1675, 2570, 1100))).isEqualTo(1);
    assertThat(Calibrator.fewUsers(new Calibration(10, 100, 100))).isEqualTo(1);
    assertThat(Calibrator.fewUsers(new Calibration(100_000, 3_000, 1_000))).isEqualTo(4);
  }

  @Example
  void moreCpusAllowEachCallMoreOfThem() {
    assertThat(Calibrator.wantedCpuMicros(PUBLISHED, 4)).isCloseTo(597, within(0.1));
  }

  @Example
  void saturationIsWhatWasMeasuredWhereTheCpusWereFullAndWhatTheyHaveRoomForElsewhere() {
    assertThat(new CalibrationSample(6500, 98, 150, 0, 0).saturationTps(1)).isEqualTo(6500);
    assertThat(new CalibrationSample(3000, 45, 150, 0, 0).saturationTps(1))
        .isCloseTo(6666.7, within(0.1));
  }

  @Example
  void whatCannotBeMeasuredEndsIt() {
    LabException broken = new LabException("the provider ended", List.of());
    assertThatThrownBy(
            () ->
                new Calibrator(PUBLISHED, 1)
                    .calibrate(
                        measuring(
                            (dials, users) -> {
                              throw broken;
                            })))
        .isSameAs(broken);
  }
}
