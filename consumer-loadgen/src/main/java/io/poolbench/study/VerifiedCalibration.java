package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Calibrates in one provider and verifies in a fresh one, as cells are measured in fresh ones. One
 * compiles its code otherwise than another and a host has its moods, so that what fits the one may
 * not fit the next: where it does not, calibration goes on in that next one, and is verified in
 * another. Of what was verified, the nearest counts.
 *
 * @param cpus that the provider may use
 */
record VerifiedCalibration(Calibration target, int cpus) {
  /** Near enough, in percent: half of what a figure may be off from a published one. */
  static final double NEAR_PCT = 5;

  /** Providers in which a calibration is verified: with the first, half a minute each. */
  static final int MOST_VERIFIED = 3;

  /**
   * What was verified.
   *
   * @param saturated measured with users who fill the CPUs
   * @param unhurried measured with few users
   * @param violations of validity rules by these two measurements
   */
  record Outcome(
      CalibrationParameters dials,
      CalibrationSample saturated,
      CalibrationSample unhurried,
      List<Violation> violations) {
    Outcome {
      violations = List.copyOf(violations);
    }

    /** How far the furthest of the three constants is off, in percent, without a sign. */
    double offPct(Calibration target, int cpus) {
      return DoubleStream.of(
              saturated.saturationTps(cpus) / target.saturationTps(),
              unhurried.threadMicros() / target.threadMicros(),
              unhurried.outsideMicros() / target.outsideMicros())
          .map(ratio -> 100 * Math.abs(ratio - 1))
          .max()
          .orElseThrow();
    }
  }

  /**
   * Calibrates.
   *
   * @throws LabException where something cannot be measured
   * @throws InterruptedException where the thread is interrupted
   */
  Outcome in(CalibrationBench.Source providers) throws LabException, InterruptedException {
    Calibrator calibrator = new Calibrator(target, cpus);
    try (CalibrationBench first = providers.open(calibrator.dials(), 1)) {
      calibrator.calibrate(first);
    }
    Outcome nearest = null;
    boolean mayGetNearer = true;
    for (int verified = 1; mayGetNearer; verified++) {
      CalibrationParameters dials = calibrator.dials();
      try (CalibrationBench fresh = providers.open(dials, 1 + verified)) {
        Outcome outcome = verify(fresh, dials);
        nearest = nearest == null || off(outcome) < off(nearest) ? outcome : nearest;
        mayGetNearer =
            off(nearest) > NEAR_PCT
                && verified < MOST_VERIFIED
                && !calibrator.calibrate(fresh).equals(dials);
      }
    }
    return nearest;
  }

  private double off(Outcome outcome) {
    return outcome.offPct(target, cpus);
  }

  private Outcome verify(CalibrationBench fresh, CalibrationParameters dials)
      throws LabException, InterruptedException {
    CalibrationSample saturated = fresh.measure(dials, Calibrator.saturatingUsers(target));
    List<Violation> violations = new ArrayList<>(fresh.violations());
    CalibrationSample unhurried = fresh.measure(dials, Calibrator.fewUsers(target));
    violations.addAll(fresh.violations());
    return new Outcome(dials, saturated, unhurried, violations);
  }
}
