package io.poolbench.lab;

import io.poolbench.result.FigureText;

/**
 * A limit on the CPU time of a control group: when its processes have used it up, on all CPUs
 * together, they stop until the next period.
 *
 * @param limitMicros CPU time in each period
 * @see <a href="https://docs.kernel.org/scheduler/sched-bwc.html">CFS Bandwidth Control</a>
 */
public record CpuQuota(long limitMicros, long periodMicros) {
  public CpuQuota {
    if (limitMicros <= 0 || periodMicros <= 0) {
      throw new IllegalArgumentException("quota of " + limitMicros + " in " + periodMicros + " us");
    }
  }

  /** How many CPUs it is worth. */
  public double cpus() {
    return (double) limitMicros / periodMicros;
  }

  /** Such as {@code 1.30 CPUs (13 ms in 10 ms)}. */
  @Override
  public String toString() {
    return "%s CPUs (%s ms in %s ms)"
        .formatted(
            FigureText.measure(cpus()),
            FigureText.exact(limitMicros / 1e3),
            FigureText.exact(periodMicros / 1e3));
  }
}
