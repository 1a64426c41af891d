package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The load of a cell, step by step.
 *
 * @param workload the closed or open loop
 * @param levels the users, or requests per second, of each step, rising; empty where only a search
 *     chooses them
 * @param warmup maximum duration of the warm-up before the first step
 * @param settle how long a step's load is held before it is measured; a ramp rises in it
 * @param measure how long a step is measured, 100 ms or more
 * @param search the search that follows these steps; null = none
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
      throw new InvalidSettingException(setting, "no level (example: 1..8, 12..24 by 4)");
    }
    requireRising(setting, levels, workload);
    if (search != null) {
      requireRising("search.within", search.within(), workload);
    }
    requireNotNegative("warmup", warmup);
    requireNotNegative("settle", settle);
    if (settle.isZero()
        && workload instanceof Workload.Open open
        && open.arrivals() == ArrivalProcess.RAMP) {
      throw new InvalidSettingException(
          "settle", "too short for a ramp, which rises in it (valid: above 0s)");
    }
    if (measure.compareTo(Duration.ofMillis(100)) < 0) {
      throw new InvalidSettingException("measure", "too short (valid: 100ms or more)");
    }
    if (search != null && search.measure() == null) {
      search =
          new Search(
              search.method(), search.within(), search.confirmations(), measure.multipliedBy(2));
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
      InvalidSettingException.requireRange(setting, level, 1, workload.maxLevel());
      if (level <= before) {
        throw new InvalidSettingException(
            setting, "level " + level + " after " + before + " (valid: rising levels)");
      }
      before = level;
    }
  }

  private static void requireNotNegative(String setting, Duration duration) {
    if (duration.isNegative()) {
      throw new InvalidSettingException(setting, "negative duration (valid: 0s or more)");
    }
  }

  /** The highest level that may be run. */
  public int maxLevel() {
    int listed = levels.isEmpty() ? 0 : levels.get(levels.size() - 1);
    return search == null ? listed : Math.max(listed, search.highest());
  }
}
