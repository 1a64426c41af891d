package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The load of a cell, step by step.
 *
 * @param workload who calls
 * @param levels how many users, or requests per second, each step has, rising; none where only a
 *     search decides
 * @param warmup how long the provider is warmed at most before the first step
 * @param settle how long a step's load is held before it is measured; a ramp rises in it
 * @param measure how long it is measured, 100 ms or more
 * @param search what follows these steps; null = nothing
 */
public record LoadSchedule(
    Workload workload,
    List<Integer> levels,
    Duration warmup,
    Duration settle,
    Duration measure,
    Search search) {
  public LoadSchedule {
    Objects.requireNonNull(workload, "workload");
    levels = List.copyOf(levels);
    Objects.requireNonNull(warmup, "warmup");
    Objects.requireNonNull(settle, "settle");
    Objects.requireNonNull(measure, "measure");
    String setting = workload.setting();
    if (levels.isEmpty() && search == null) {
      throw new InvalidSettingException(
          setting, "has no step; valid: one or more, such as 1..8, 12..24 by 4");
    }
    requireRising(setting, levels, workload);
    if (search != null) {
      requireRising("search.within", search.within(), workload);
    }
    if (warmup.isNegative()) {
      throw new InvalidSettingException("warmup", "is negative; valid: 0s or more");
    }
    if (settle.isNegative()) {
      throw new InvalidSettingException("settle", "is negative; valid: 0s or more");
    }
    if (settle.isZero()
        && workload instanceof Workload.Open open
        && open.arrivals() == ArrivalProcess.RAMP) {
      throw new InvalidSettingException(
          "settle", "leaves no time for a ramp; valid: above 0s, in which the rate rises");
    }
    if (measure.compareTo(Duration.ofMillis(100)) < 0) {
      throw new InvalidSettingException("measure", "is too short to measure; valid: 100ms or more");
    }
  }

  /** A schedule without a search. */
  public LoadSchedule(
      Workload workload, List<Integer> levels, Duration warmup, Duration settle, Duration measure) {
    this(workload, levels, warmup, settle, measure, null);
  }

  private static void requireRising(String setting, List<Integer> levels, Workload workload) {
    int before = 0;
    for (int level : levels) {
      InvalidSettingException.requireRange(setting, level, 1, workload.mostLevel());
      if (level <= before) {
        throw new InvalidSettingException(
            setting, level + " comes after " + before + "; valid: each step above the one before");
      }
      before = level;
    }
  }

  /** The load of the highest step that may be run. */
  public int mostLevel() {
    int listed = levels.isEmpty() ? 0 : levels.get(levels.size() - 1);
    return search == null ? listed : Math.max(listed, search.highest());
  }
}
