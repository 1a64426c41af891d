package io.poolbench.lab;

import io.poolbench.result.FigureText;

/**
 * A CPU quota of a control group: CPU time per period. When its processes have used it, on all CPUs
 * together, the kernel stops them until the next period.
 *
 * @see <a href="https://docs.kernel.org/scheduler/sched-bwc.html">CFS Bandwidth Control</a>
 */
public record CpuQuota(long limitMicros, long periodMicros) {
  public CpuQuota {
    if (limitMicros <= 0 || periodMicros <= 0) {
      throw new IllegalArgumentException("quota of " + limitMicros + " in " + periodMicros + " us");
    }
  }

  /** The quota as a number of CPUs. */
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
