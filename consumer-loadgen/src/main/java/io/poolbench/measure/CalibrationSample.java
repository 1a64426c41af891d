package io.poolbench.measure;

import io.poolbench.journal.Violation;
import io.poolbench.stats.Median;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The measured cost of a call at one load, from one short window or several.
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
  /**
   * CPU use, in percent, from which on the CPUs count as saturated; the rest is idle time between
   * calls.
   */
  private static final double FULL_PCT = 97;

  CalibrationSample {
    violations = List.copyOf(violations);
  }

  /**
   * The median of each figure; load peaks of the host in fewer than half of the samples hardly
   * change it. Samples with violations count only if all samples have some.
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
    return Median.of(samples.stream().mapToDouble(figure).toArray()).orElseThrow();
  }

  /**
   * TPS at saturation: the measured TPS if the provider and other processes used all CPU time,
   * otherwise extrapolated from the CPU time per call and the CPU time that others leave.
   */
  double saturationTps(int cpus) {
    return cpuPct + takenPct >= FULL_PCT ? tps : cpus * 1e6 / cpuMicros * (1 - takenPct / 100);
  }

  /**
   * CPU time per call at saturation, in microseconds, including what other processes take
   * meanwhile.
   */
  double costMicros(int cpus) {
    return cpus * 1e6 / saturationTps(cpus);
  }
}
