package io.poolbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one cell's slices of a block were measured under. A block is one level of one round in all
 * cells of a paired study, measured side by side: the samples of equal round, level and attempt.
 *
 * @param round from 1
 * @param level users, or requests per second
 * @param attempt from 1: a discarded block is measured again in the same round
 * @param discarded whether the block, and so this sample of it, counts nowhere; a block is
 *     discarded as a whole, for all of its cells alike
 * @param codes of the violations of validity rules by this cell's slices
 * @param figures by the id of each of {@link #FIGURES}; without those that are unknown
 */
public record BlockSample(
    int round,
    int level,
    int attempt,
    boolean discarded,
    List<String> codes,
    Map<String, Double> figures) {
  /** The metrics that are kept: the load's outcome, and what disturbed the host meanwhile. */
  public static final List<Metric> FIGURES =
      List.of(
          Metric.DURATION,
          Metric.CALLS,
          Metric.TPS,
          Metric.TP99,
          Metric.LATE,
          Metric.PROVIDER_CPU_PER_CALL,
          Metric.STEAL,
          Metric.OTHERS_CPU,
          Metric.HOST_SPEED,
          Metric.DRIVER_HICCUP_MAX,
          Metric.DRIVER_CPUS_BUSY,
          Metric.PROVIDER_CPU_JIT);

  public BlockSample {
    if (round < 1 || attempt < 1) {
      throw new IllegalArgumentException("round " + round + ", attempt " + attempt);
    }
    codes = List.copyOf(codes);
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** The sample of a cell's slices. */
  public static BlockSample of(int round, int attempt, boolean discarded, StepResult joined) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Metric metric : FIGURES) {
      Double value = metric.of(joined);
      if (value != null) {
        figures.put(metric.id(), value);
      }
    }
    List<String> codes =
        joined.verdict().kind() == Verdict.Kind.INVALID ? joined.verdict().codes() : List.of();
    return new BlockSample(round, joined.level(), attempt, discarded, codes, figures);
  }

  public Double of(Metric metric) {
    return figures.get(metric.id());
  }

  /**
   * The share of the CPUs' time that something else than provider and driver took, of the
   * provider's or the driver's CPUs, the larger: stolen by the hypervisor, or used by other
   * processes; 0 where the host reports neither.
   */
  public double takenPct() {
    Double steal = of(Metric.STEAL);
    Double others = of(Metric.OTHERS_CPU);
    return (steal == null ? 0 : steal) + (others == null ? 0 : others);
  }
}
