package io.poolbench.lab;

import java.util.OptionalDouble;

/**
 * The fastest that some CPUs were ever measured to be, as the CPU time of a round of a {@link
 * io.poolbench.api.CpuGauge}: in earlier runs, and in this one. Thread-safe.
 */
public final class HostSpeed {
  private double referenceNanos;
  private double fastestNanos = Double.POSITIVE_INFINITY;

  /**
   * @param reference of earlier runs; without one, the first window of the run is it
   */
  public HostSpeed(OptionalDouble reference) {
    this.referenceNanos = reference.orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * The speed of a round in percent of the fastest in this and earlier runs, after it is taken into
   * account.
   */
  synchronized double pct(double roundNanos) {
    fastestNanos = Math.min(fastestNanos, roundNanos);
    referenceNanos = Math.min(referenceNanos, roundNanos);
    return 100 * referenceNanos / roundNanos;
  }

  /** The round of the fastest window of this run; empty without a window. */
  synchronized OptionalDouble fastestNanos() {
    return Double.isInfinite(fastestNanos)
        ? OptionalDouble.empty()
        : OptionalDouble.of(fastestNanos);
  }
}
