package io.poolbench.study;

import io.poolbench.result.Spread;
import io.poolbench.result.Violation;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a call as measured at one load.
 *
 * @param tps calls answered OK per second
 * @param cpuPct the provider's CPU time, in percent of its CPUs
 * @param cpuMicros the provider's CPU time per call
 * @param threadMicros mean time of a call in its business thread
 * @param outsideMicros mean network and client time: a user's cycle minus {@code threadMicros}
 * @param gaugeNanos CPU time of a fixed amount of arithmetic on the provider's CPUs; null if
 *     unknown
 * @param violations of validity rules
 */
record CalibrationSample(
    double tps,
    double cpuPct,
    double cpuMicros,
    double threadMicros,
    double outsideMicros,
    Double gaugeNanos,
    List<Violation> violations) {
  /**
   * CPU use from which on the provider counts as saturated; the remainder is idle between calls.
   */
  private static final double FULL_PCT = 97;

  private static final double MICROS_PER_SECOND = 1e6;

  CalibrationSample {
    violations = List.copyOf(violations);
  }

  /** The mean of samples, with the violations of all. */
  static CalibrationSample mean(List<CalibrationSample> samples) {
    return new CalibrationSample(
        mean(samples, CalibrationSample::tps),
        mean(samples, CalibrationSample::cpuPct),
        mean(samples, CalibrationSample::cpuMicros),
        mean(samples, CalibrationSample::threadMicros),
        mean(samples, CalibrationSample::outsideMicros),
        Spread.of(samples.stream().map(of -> of.gaugeNanos).filter(Objects::nonNull).toList())
            .map(Spread::median)
            .orElse(null),
        samples.stream().flatMap(sample -> sample.violations().stream()).toList());
  }

  private static double mean(
      List<CalibrationSample> samples, ToDoubleFunction<CalibrationSample> figure) {
    return samples.stream().mapToDouble(figure).average().orElseThrow();
  }

  /**
   * TPS at saturation: as measured if the CPUs were saturated, else extrapolated from the CPU time
   * per call.
   */
  double saturationTps(int cpus) {
    return cpuPct >= FULL_PCT ? tps : cpus * MICROS_PER_SECOND / cpuMicros;
  }
}
