package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Calibrated.Reached;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Calibration in one provider, verified in a fresh one, as cells are measured in fresh ones.
 *
 * <p>Compiled code and host speed differ between providers. If the verifications deviate by more
 * than {@value Calibrated#TOLERANCE_PCT} % in their mean, calibration continues in the last
 * provider and is verified in another one. The mean of the verifications is used, of parameters and
 * of what was reached: the nearest of several is near by luck, and a further provider would deviate
 * more. One that is off by more than {@value #MAX_DEVIATION_PCT} % shows that its provider was
 * another, and is left out where one is not. The number of samples is bounded, however the host is
 * disturbed.
 *
 * @param cpus the CPUs that the provider may use
 */
record VerifiedCalibration(Calibration target, int cpus) {
  /** Max providers in which a calibration is verified, at half a minute each. */
  static final int MAX_VERIFICATIONS = 3;

  /** Deviation of a single verification, in percent, from which it is left out of the mean. */
  static final double MAX_DEVIATION_PCT = 10;

  /** Samples of each load in a verification, by turns, so that a drift of the host hits both. */
  static final int SAMPLES = 9;

  private static final double MICROS_PER_MILLI = 1000;

  /**
   * A verified calibration.
   *
   * @param saturated samples at saturation
   * @param lowLoad samples at low load
   */
  record Verification(
      CalibrationParameters parameters,
      List<CalibrationSample> saturated,
      List<CalibrationSample> lowLoad) {}

  /**
   * All verifications.
   *
   * @param verifications at least one
   * @param cpus the CPUs that the provider may use
   */
  record Outcome(List<Verification> verifications, int cpus) {
    /** The mean of the parameters that were verified. */
    CalibrationParameters parameters() {
      return CalibrationParameters.mean(
          verifications.stream().map(Verification::parameters).toList());
    }

    Reached saturationTps() {
      return reached(Verification::saturated, sample -> sample.saturationTps(cpus));
    }

    Reached threadMillis() {
      return reached(Verification::lowLoad, sample -> sample.threadMicros() / MICROS_PER_MILLI);
    }

    Reached outsideMillis() {
      return reached(Verification::lowLoad, sample -> sample.outsideMicros() / MICROS_PER_MILLI);
    }

    private Reached reached(
        Function<Verification, List<CalibrationSample>> samples,
        ToDoubleFunction<CalibrationSample> figure) {
      return Reached.mean(
          verifications.stream()
              .map(of -> samples.apply(of).stream().map(figure::applyAsDouble).toList())
              .toList());
    }

    /** The violations of validity rules by samples for which there are no others. */
    List<Violation> violations() {
      return verifications.stream()
          .flatMap(of -> Stream.of(of.saturated, of.lowLoad))
          .flatMap(of -> CalibrationSample.median(of).violations().stream())
          .distinct()
          .toList();
    }

    /** The largest deviation of the three constants from their targets, in percent, 0 or more. */
    double deviationPct(Calibration target) {
      return DoubleStream.of(
              saturationTps().value() / target.saturationTps(),
              threadMillis().value() * MICROS_PER_MILLI / target.threadMicros(),
              outsideMillis().value() * MICROS_PER_MILLI / target.outsideMicros())
          .map(ratio -> 100 * Math.abs(ratio - 1))
          .max()
          .orElseThrow();
    }
  }

  /**
   * Calibrates.
   *
   * @throws LabException if the lab fails
   * @throws InterruptedException if the thread is interrupted
   */
  Outcome run(CalibrationBench.Factory providers) throws LabException, InterruptedException {
    Calibrator calibrator = new Calibrator(target, cpus);
    try (CalibrationBench first = providers.open(calibrator.parameters(), 1)) {
      calibrator.calibrate(first);
    }
    List<Verification> verifications = new ArrayList<>();
    boolean mayImprove = true;
    while (mayImprove) {
      CalibrationParameters parameters = calibrator.parameters();
      try (CalibrationBench fresh = providers.open(parameters, 2 + verifications.size())) {
        verifications.add(verify(fresh, parameters));
        mayImprove =
            outcome(verifications).deviationPct(target) > Calibrated.TOLERANCE_PCT
                && verifications.size() < MAX_VERIFICATIONS
                && !calibrator.calibrate(fresh).equals(parameters);
      }
    }
    return outcome(verifications);
  }

  private Outcome outcome(List<Verification> all) {
    List<Verification> near =
        all.stream()
            .filter(of -> new Outcome(List.of(of), cpus).deviationPct(target) <= MAX_DEVIATION_PCT)
            .toList();
    return new Outcome(near.isEmpty() ? all : near, cpus);
  }

  private Verification verify(CalibrationBench fresh, CalibrationParameters parameters)
      throws LabException, InterruptedException {
    List<CalibrationSample> saturated = new ArrayList<>();
    List<CalibrationSample> lowLoad = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      saturated.add(fresh.measure(parameters, Calibrator.saturatingUsers(target)));
      lowLoad.add(fresh.measure(parameters, Calibrator.lowLoadUsers(target)));
    }
    return new Verification(parameters, saturated, lowLoad);
  }
}
