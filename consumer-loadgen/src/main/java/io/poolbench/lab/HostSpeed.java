package io.poolbench.lab;

import java.util.OptionalDouble;

/**
 * The fastest known speed of some CPUs, as the CPU time of a round of a {@link
 * io.poolbench.api.CpuGauge}, in earlier runs and in this one. Thread-safe.
 */
public final class HostSpeed {
  private double referenceNanos;
  private double fastestNanos = Double.POSITIVE_INFINITY;

  /**
   * @param reference the fastest round of earlier runs; if empty, the first window of this run
   */
  public HostSpeed(OptionalDouble reference) {
    this.referenceNanos = reference.orElse(Double.POSITIVE_INFINITY);
  }

  /** Records a round and returns its speed in percent of the fastest round known. */
  synchronized double pct(double roundNanos) {
    fastestNanos = Math.min(fastestNanos, roundNanos);
    referenceNanos = Math.min(referenceNanos, roundNanos);
    return 100 * referenceNanos / roundNanos;
  }

  /** The fastest round of this run; empty without a window. */
  synchronized OptionalDouble fastestNanos() {
    return Double.isInfinite(fastestNanos)
        ? OptionalDouble.empty()
        : OptionalDouble.of(fastestNanos);
  }
}
