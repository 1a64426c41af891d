package io.poolbench.result;

import java.util.Objects;

/**
 * Why a step fails its SLA, or why nothing can be said of it: data, of which reports make a
 * sentence.
 *
 * @param code what was violated: the id of a {@link Metric}, or a code of a validity rule, such as
 *     {@code littles_law}
 * @param measured null where there is no value, such as of a metric that is unknown
 * @param limit null where there is none
 * @param unit of both
 */
public record Violation(String code, Double measured, Double limit, Unit unit) {
  public Violation {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(unit, "unit");
  }

  /** Of a metric that lies beyond its limit. */
  public static Violation of(Metric metric, Double measured, double limit) {
    return new Violation(metric.id(), measured, limit, metric.unit());
  }
}
