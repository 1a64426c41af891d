package io.poolbench.result;

import java.util.Objects;

/**
 * Why a step fails its SLA, or why it is INVALID, as data: package {@code report} makes the
 * sentence.
 *
 * @param code what was violated: the id of a {@link Metric}, the id of a metric with a suffix
 *     ({@link #UNKNOWN}, {@link #TOO_FEW_CALLS}), a code of a validity rule such as {@code
 *     littles_law}, or one of {@link ViolationCode}
 * @param measured null where there is no value
 * @param limit null where there is none
 * @param unit of both
 */
public record Violation(String code, Double measured, Double limit, Unit unit) {
  /** Ends the code of a metric that is unknown where a verdict needs it: {@code tp99_unknown}. */
  public static final String UNKNOWN = "_unknown";

  /** Ends the code of a percentile of too few calls: {@code tp99_too_few_calls}. */
  public static final String TOO_FEW_CALLS = "_too_few_calls";

  public Violation {
    if (!code.matches("[a-z][a-z0-9_]*")) {
      throw new IllegalArgumentException("not a code: " + code);
    }
    Objects.requireNonNull(unit, "unit");
  }

  /** A metric beyond its limit. */
  public static Violation of(Metric metric, double measured, double limit) {
    return new Violation(metric.id(), measured, limit, metric.unit());
  }

  /**
   * A metric that is unknown although a verdict needs it.
   *
   * @param limit null where there is none
   */
  public static Violation unknown(Metric metric, Double limit) {
    return new Violation(metric.id() + UNKNOWN, null, limit, metric.unit());
  }

  /** A percentile of fewer OK calls than it takes to measure it. */
  public static Violation tooFewCalls(Percentile percentile, long okCalls) {
    return new Violation(
        Metric.of(percentile).id() + TOO_FEW_CALLS,
        (double) okCalls,
        (double) percentile.callsNeeded(),
        Unit.COUNT);
  }
}
