package io.poolbench.journal;

import java.util.Objects;

/**
 * A violated SLA bound or validity rule as data; package {@code report} formats it.
 *
 * @param code the id of a {@link Metric}, the id of a metric with a suffix ({@link #UNKNOWN},
 *     {@link #LATE}, {@link #LATE_TIME}), a code of a validity rule such as {@code littles_law}, or
 *     one of {@link ViolationCode}
 * @param unit the unit of {@code measured} and {@code limit}
 */
public record Violation(String code, Double measured, Double limit, Unit unit) {
  /** Suffix for an unknown metric: {@code tp99_unknown}. */
  public static final String UNKNOWN = "_unknown";

  /** Suffix for a percentile broken by calls without an answer: {@code tp99_late}. */
  public static final String LATE = "_late";

  /** Suffix for a percentile broken by waiting users: {@code tp99_late_time}. */
  public static final String LATE_TIME = "_late_time";

  public Violation {
    if (!code.matches("[a-z][a-z0-9_]*")) {
      throw new IllegalArgumentException("not a code: " + code);
    }
    Objects.requireNonNull(unit, "unit");
  }

  public static Violation of(Metric metric, double measured, double limit) {
    return new Violation(metric.id(), measured, limit, metric.unit());
  }

  /** An unknown metric that the verdict depends on. */
  public static Violation unknown(Metric metric, Double limit) {
    return new Violation(metric.id() + UNKNOWN, null, limit, metric.unit());
  }

  /**
   * A percentile broken by calls without an answer, or by waiting users.
   *
   * @param metric a percentile
   * @param suffix {@link #LATE} or {@link #LATE_TIME}
   * @param share of the calls, or of the users' time, from 0 to 1
   */
  public static Violation beyond(Metric metric, String suffix, double share) {
    double allowed = metric.percentile().orElseThrow().shareBeyond();
    return new Violation(metric.id() + suffix, 100 * share, 100 * allowed, Unit.PERCENT);
  }
}
