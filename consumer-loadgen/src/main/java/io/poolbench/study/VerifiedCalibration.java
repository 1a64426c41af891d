package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Calibration in one provider, verified in a fresh one, as cells are measured in fresh ones.
 *
 * <p>Compiled code and host speed differ between providers. If the verifications deviate by more
 * than {@value #TOLERANCE_PCT} % in their mean, calibration continues in the last provider and is
 * verified in another one. The mean of the verifications is used, of parameters and of samples: the
 * nearest of several is near by luck, and a further provider would deviate more. One that is off by
 * more than {@value #MAX_DEVIATION_PCT} % shows that its provider was another, and is left out
 * where one is not.
 *
 * @param cpus the CPUs that the provider may use
 */
record VerifiedCalibration(Calibration target, int cpus) {
  /** Accepted deviation in percent: half of that from published values. */
  static final double TOLERANCE_PCT = 5;

  /** Deviation of a single verification, in percent, from which it is left out of the mean. */
  static final double MAX_DEVIATION_PCT = 10;

  /** Max providers in which a calibration is verified, at half a minute each. */
  static final int MAX_VERIFICATIONS = 3;

  /**
   * A verified calibration.
   *
   * @param saturated measured at saturation
   * @param lowLoad measured at low load
   */
  record Outcome(
      CalibrationParameters parameters, CalibrationSample saturated, CalibrationSample lowLoad) {
    /** The mean of verified calibrations; at least one. */
    static Outcome mean(List<Outcome> outcomes) {
      return new Outcome(
          CalibrationParameters.mean(outcomes.stream().map(Outcome::parameters).toList()),
          CalibrationSample.mean(outcomes.stream().map(Outcome::saturated).toList()),
          CalibrationSample.mean(outcomes.stream().map(Outcome::lowLoad).toList()));
    }

    /** The violations of validity rules by both measurements. */
    List<Violation> violations() {
      return Stream.of(saturated, lowLoad).flatMap(of -> of.violations().stream()).toList();
    }

    /** The largest deviation of the three constants from their targets, in percent, 0 or more. */
    double deviationPct(Calibration target, int cpus) {
      return DoubleStream.of(
              saturated.saturationTps(cpus) / target.saturationTps(),
              lowLoad.threadMicros() / target.threadMicros(),
              lowLoad.outsideMicros() / target.outsideMicros())
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
    List<Outcome> outcomes = new ArrayList<>();
    boolean mayImprove = true;
    for (int verified = 1; mayImprove; verified++) {
      CalibrationParameters parameters = calibrator.parameters();
      try (CalibrationBench fresh = providers.open(parameters, 1 + verified)) {
        outcomes.add(verify(fresh, parameters));
        mayImprove =
            deviationPct(mean(outcomes)) > TOLERANCE_PCT
                && verified < MAX_VERIFICATIONS
                && !calibrator.calibrate(fresh).equals(parameters);
      }
    }
    return mean(outcomes);
  }

  private Outcome mean(List<Outcome> outcomes) {
    List<Outcome> near =
        outcomes.stream().filter(each -> deviationPct(each) <= MAX_DEVIATION_PCT).toList();
    return Outcome.mean(near.isEmpty() ? outcomes : near);
  }

  private double deviationPct(Outcome outcome) {
    return outcome.deviationPct(target, cpus);
  }

  private Outcome verify(CalibrationBench fresh, CalibrationParameters parameters)
      throws LabException, InterruptedException {
    return new Outcome(
        parameters,
        fresh.measure(parameters, Calibrator.saturatingUsers(target)),
        fresh.measure(parameters, Calibrator.lowLoadUsers(target)));
  }
}
