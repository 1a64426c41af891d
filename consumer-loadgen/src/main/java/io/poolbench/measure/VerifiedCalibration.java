package io.poolbench.measure;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Calibrated.Reached;
import io.poolbench.journal.CalibrationParameters;
import io.poolbench.journal.Violation;
import io.poolbench.lab.LabException;
import io.poolbench.measure.Calibrator.CalibrationBench;
import io.poolbench.study.Study.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Calibrates in one provider and verifies in a fresh one, because cells are measured in fresh ones.
 *
 * <p>Compiled code and host speed differ between providers. If the mean of the verifications
 * deviates by more than {@value Calibrated#TOLERANCE_PCT} %, calibration continues in the last
 * provider and is verified in another one. The parameters and the reached values are means over the
 * verifications: the best of several would be close by chance, and a further provider would deviate
 * more. A verification that deviates by more than {@value #MAX_DEVIATION_PCT} % is left out unless
 * all do, because its provider differed from the others. The number of samples is bounded, even on
 * a disturbed host.
 *
 * @param cpus the number of CPUs that the provider may use
 */
record VerifiedCalibration(Calibration target, int cpus) {
  /** The maximum number of verifications, each in its own provider for half a minute. */
  static final int MAX_VERIFICATIONS = 3;

  /** The deviation, in percent, above which a verification is left out of the mean. */
  static final double MAX_DEVIATION_PCT = 10;

  /**
   * Samples of each load per verification, alternating so that a drift of the host affects both.
   */
  static final int SAMPLES = 9;

  record Verification(
      CalibrationParameters parameters,
      List<CalibrationSample> saturated,
      List<CalibrationSample> lowLoad) {}

  /** The verifications that count, at least one. */
  record Outcome(List<Verification> verifications, int cpus) {
    CalibrationParameters parameters() {
      return CalibrationParameters.mean(
          verifications.stream().map(Verification::parameters).toList());
    }

    Reached saturationTps() {
      return reached(Verification::saturated, sample -> sample.saturationTps(cpus));
    }

    Reached threadMillis() {
      return reached(Verification::lowLoad, sample -> sample.threadMicros() / 1e3);
    }

    Reached outsideMillis() {
      return reached(Verification::lowLoad, sample -> sample.outsideMicros() / 1e3);
    }

    private Reached reached(
        Function<Verification, List<CalibrationSample>> samples,
        ToDoubleFunction<CalibrationSample> figure) {
      return Reached.mean(
          verifications.stream()
              .map(each -> samples.apply(each).stream().map(figure::applyAsDouble).toList())
              .toList());
    }

    /** The violations of verifications in which every sample of a load has some. */
    List<Violation> violations() {
      return verifications.stream()
          .flatMap(each -> Stream.of(each.saturated, each.lowLoad))
          .flatMap(samples -> CalibrationSample.median(samples).violations().stream())
          .distinct()
          .toList();
    }

    /** The largest deviation of the three values from their targets, in percent, 0 or more. */
    double deviationPct(Calibration target) {
      return DoubleStream.of(
              saturationTps().value() / target.saturationTps(),
              threadMillis().value() * 1e3 / target.threadMicros(),
              outsideMillis().value() * 1e3 / target.outsideMicros())
          .map(ratio -> 100 * Math.abs(ratio - 1))
          .max()
          .orElseThrow();
    }
  }

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
            .filter(
                each -> new Outcome(List.of(each), cpus).deviationPct(target) <= MAX_DEVIATION_PCT)
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
