package io.poolbench.study;

import io.poolbench.result.Spread;
import io.poolbench.result.Violation;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a call as measured at one load, in one short window or in several.
 *
 * @param tps calls answered OK per second
 * @param cpuPct the provider's CPU time, in percent of its CPUs
 * @param cpuMicros the provider's CPU time per call
 * @param threadMicros mean time of a call in its business thread
 * @param outsideMicros mean network and client time: a user's cycle minus {@code threadMicros}
 * @param takenPct CPU time that the hypervisor and other processes took, in percent of the CPUs
 * @param violations of validity rules
 */
record CalibrationSample(
    double tps,
    double cpuPct,
    double cpuMicros,
    double threadMicros,
    double outsideMicros,
    double takenPct,
    List<Violation> violations) {
  /** CPU use from which on the CPUs count as saturated; the remainder is idle between calls. */
  private static final double FULL_PCT = 97;

  private static final double MICROS_PER_SECOND = 1e6;

  CalibrationSample {
    violations = List.copyOf(violations);
  }

  /**
   * The medians of samples, which bursts of a busy host in fewer than half of them hardly move. A
   * sample with violations counts only where all have some.
   */
  static CalibrationSample median(List<CalibrationSample> samples) {
    List<CalibrationSample> sound =
        samples.stream().filter(sample -> sample.violations.isEmpty()).toList();
    List<CalibrationSample> counted = sound.isEmpty() ? samples : sound;
    return new CalibrationSample(
        median(counted, CalibrationSample::tps),
        median(counted, CalibrationSample::cpuPct),
        median(counted, CalibrationSample::cpuMicros),
        median(counted, CalibrationSample::threadMicros),
        median(counted, CalibrationSample::outsideMicros),
        median(counted, CalibrationSample::takenPct),
        counted.stream().flatMap(sample -> sample.violations.stream()).distinct().toList());
  }

  private static double median(
      List<CalibrationSample> samples, ToDoubleFunction<CalibrationSample> figure) {
    return Spread.of(samples.stream().map(figure::applyAsDouble).toList()).orElseThrow().median();
  }

  /**
   * TPS at saturation: as measured if the provider and others left the CPUs no time, else
   * extrapolated from the CPU time per call and what others leave.
   */
  double saturationTps(int cpus) {
    return cpuPct + takenPct >= FULL_PCT
        ? tps
        : cpus * MICROS_PER_SECOND / cpuMicros * (1 - takenPct / 100);
  }

  /** What a call costs of the CPUs at saturation, with what others take of them meanwhile. */
  double costMicros(int cpus) {
    return cpus * MICROS_PER_SECOND / saturationTps(cpus);
  }
}
