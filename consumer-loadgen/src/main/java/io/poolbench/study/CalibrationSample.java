package io.poolbench.study;

/**
 * What a call was seen to cost under some load.
 *
 * @param tps answered per second
 * @param cpuPct the provider's CPU time, in percent of its CPUs
 * @param cpuMicros the provider's CPU time per call
 * @param threadMicros time of a call in its business thread, mean
 * @param outsideMicros what a user's cycle has beyond that, mean
 */
record CalibrationSample(
    double tps, double cpuPct, double cpuMicros, double threadMicros, double outsideMicros) {
  /** From here on the provider's CPUs are taken to be full: the rest is idle between two calls. */
  private static final double FULL_PCT = 97;

  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * Answers per second where the provider's CPUs are full: as measured where they were, what they
   * have room for otherwise.
   */
  double saturationTps(int cpus) {
    return cpuPct >= FULL_PCT ? tps : cpus * MICROS_PER_SECOND / cpuMicros;
  }
}
