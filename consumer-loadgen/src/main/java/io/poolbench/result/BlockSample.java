package io.poolbench.result;

import java.util.List;
import java.util.Objects;

/**
 * The measurement of one cell in a block of a paired study, with its disturbances. A block is one
 * level in one round, measured side by side in all cells: its samples have the same round, level
 * and attempt.
 *
 * @param round from 1
 * @param level users, or requests per second
 * @param attempt from 1; a discarded block is measured again in the same round
 * @param discarded whether the sample is excluded from results; a block is always discarded for all
 *     of its cells
 * @param codes codes of the validity rules that the cell's slices violate
 * @param figures what disturbed the host, and what was measured
 */
public record BlockSample(
    int round, int level, int attempt, boolean discarded, List<String> codes, Figures figures) {
  /** The metrics of a sample: the outcome of the load, and what disturbed the host. */
  private static final List<Metric> FIGURES =
      List.of(
          Metric.DURATION,
          Metric.CALLS,
          Metric.TPS,
          Metric.MEAN,
          Metric.TP95,
          Metric.TP99,
          Metric.LATE,
          Metric.SERVICE_MEAN,
          Metric.OUTSIDE_MEAN,
          Metric.PROVIDER_CPU_PER_CALL,
          Metric.STEAL,
          Metric.OTHERS_CPU,
          Metric.HOST_SPEED,
          Metric.DRIVER_HICCUP_MAX,
          Metric.DRIVER_CPUS_BUSY,
          Metric.PROVIDER_CPU_JIT);

  /** Two ticks of the kernel's clock for CPU time, of 10 ms each, in the usual block of 0.4 s. */
  private static final double CALM_PCT = 5;

  public BlockSample {
    if (round < 1 || attempt < 1) {
      throw new IllegalArgumentException("round " + round + ", attempt " + attempt);
    }
    codes = List.copyOf(codes);
    Objects.requireNonNull(figures, "figures");
  }

  public static BlockSample of(int round, int attempt, boolean discarded, StepResult joined) {
    Figures figures = Figures.UNKNOWN;
    for (Metric metric : FIGURES) {
      figures = figures.with(metric, metric.of(joined));
    }
    List<String> codes = joined.isValid() ? List.of() : joined.verdict().codes();
    return new BlockSample(round, joined.level(), attempt, discarded, codes, figures);
  }

  public Double of(Metric metric) {
    return figures.of(metric);
  }

  /**
   * CPU time used by other processes or stolen by the hypervisor, in percent of the provider's or
   * the driver's CPUs, whichever is higher; null if the host does not report the time of other
   * processes.
   */
  public Double takenPct() {
    Double steal = of(Metric.STEAL);
    Double others = of(Metric.OTHERS_CPU);
    return others == null ? null : (Double) (others + (steal == null ? 0 : steal));
  }

  /** Whether others are known to have taken hardly any CPU time, by {@link #takenPct}. */
  public static boolean isCalm(Double takenPct) {
    return takenPct != null && takenPct <= CALM_PCT;
  }

  /** Whether others are known to have taken more CPU time than from a calm block. */
  public boolean isDisturbed() {
    return takenPct() != null && !isCalm(takenPct());
  }
}
