package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.Objects;

/**
 * A service level agreement: bounds that a step must all meet.
 *
 * @param bounds at least one
 * @param upTo the load up to which the SLA is asserted to hold, in users or in requests per second;
 *     null = no assertion, the capacity is searched
 */
public record Sla(List<Bound> bounds, Integer upTo) {
  public Sla {
    bounds = List.copyOf(bounds);
    if (bounds.isEmpty()) {
      throw new InvalidSettingException("sla", "no bound (example: tp99: 10ms)");
    }
    if (upTo != null && upTo < 1) {
      throw new InvalidSettingException(
          "upTo", "load " + upTo + " out of range (valid: 1 or more users, or requests/s)");
    }
  }

  /** Reads the bounds of known metrics, which are the only ones that the schema allows. */
  public static Sla of(Section sla) {
    List<Bound> bounds =
        sla.metrics().stream()
            .filter(metric -> sla.has(metric.setting()))
            .map(metric -> bound(metric, sla.text(metric.setting())))
            .toList();
    return new Sla(bounds, sla.ifGiven("upTo", Section::integer));
  }

  private static Bound bound(BoundedMetric metric, String typed) {
    return new Bound(metric.id(), metric.form().parse(metric.setting(), typed));
  }

  public Sla(List<Bound> bounds) {
    this(bounds, null);
  }

  /**
   * A bound on one metric: at least the limit where more is better, strictly below it otherwise.
   *
   * @param metric its id, such as {@code tp99}
   * @param limit in the metric's unit, above 0
   */
  public record Bound(String metric, double limit) {
    public Bound {
      Objects.requireNonNull(metric, "metric");
      if (!(limit > 0) || Double.isInfinite(limit)) {
        throw new InvalidSettingException(metric, limit + " out of range (valid: above 0)");
      }
    }
  }
}
