package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The load of a cell, step by step.
 *
 * @param workload the closed or open loop
 * @param levels the users, or requests per second, of each step, rising; empty where only a search
 *     chooses them
 * @param order of the levels
 * @param warmup maximum duration of the warm-up before the first step
 * @param settle how long a step's load is held before it is measured; a ramp rises in it
 * @param measure how long a step is measured, 100 ms or more
 * @param measureUpTo how long a step is measured at most while its verdict is UNDECIDED, {@code
 *     measure} or more; null = 4 times {@code measure}
 * @param search the search that follows these steps; null = none
 */
public record LoadSchedule(
    Workload workload,
    List<Integer> levels,
    Order order,
    Duration warmup,
    Duration settle,
    Duration measure,
    Duration measureUpTo,
    Search search) {
  /** How many times {@code measure} an UNDECIDED step is measured at most by default. */
  private static final int TIMES_LONGER = 4;

  public LoadSchedule {
    Objects.requireNonNull(workload, "workload");
    levels = List.copyOf(levels);
    Objects.requireNonNull(order, "order");
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
    if (measureUpTo == null) {
      measureUpTo = measure.multipliedBy(TIMES_LONGER);
    } else if (measureUpTo.compareTo(measure) < 0) {
      throw new InvalidSettingException(
          "measureUpTo", "shorter than measure (valid: as long as measure, or more)");
    }
    if (search != null && search.measure() == null) {
      search =
          new Search(
              search.method(), search.within(), search.confirmations(), measure.multipliedBy(2));
    }
  }

  /** A schedule of rising levels. */
  public LoadSchedule(
      Workload workload,
      List<Integer> levels,
      Duration warmup,
      Duration settle,
      Duration measure,
      Search search) {
    this(workload, levels, Order.RISING, warmup, settle, measure, null, search);
  }

  /** A schedule of rising levels without a search. */
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

  /**
   * The levels in the order in which they are run.
   *
   * @param seed of a random order
   * @param repetition of the cell, from 1: each has its own random order
   */
  public List<Integer> run(long seed, int repetition) {
    return switch (order) {
      case RISING -> levels;
      case RANDOM -> new Shuffle(seed).round(repetition, levels);
      case UP_AND_DOWN -> {
        List<Integer> both = new ArrayList<>(levels);
        for (int i = levels.size() - 1; i >= 0; i--) {
          both.add(levels.get(i));
        }
        yield List.copyOf(both);
      }
    };
  }

  /** The highest level that may be run. */
  public int maxLevel() {
    int listed = levels.isEmpty() ? 0 : levels.get(levels.size() - 1);
    return search == null ? listed : Math.max(listed, search.highest());
  }

  /** The order in which the levels of a cell are run. */
  public enum Order {
    /** Each once, rising. A drift of the host then looks like an effect of load. */
    RISING("rising"),
    /** Each once, in random order, so that a drift becomes scatter between levels. */
    RANDOM("random"),
    /**
     * Each twice, rising and then falling: the mean positions of all levels are equal, so that a
     * steady drift cancels, and the difference between both runs of a level shows it.
     */
    UP_AND_DOWN("up-and-down");

    private final String id;

    Order(String id) {
      this.id = id;
    }

    /** The name in a study. */
    public String id() {
      return id;
    }
  }
}
