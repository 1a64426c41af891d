package io.poolbench.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/** Measured values by metric; an unknown value is absent. In files the key is the metric's id. */
public record Figures(Map<Metric, Double> values) {
  public static final Figures UNKNOWN = new Figures(Map.of());

  public Figures {
    // In the order of metrics, so that a result is written the same way each time.
    Map<Metric, Double> ordered = new EnumMap<>(Metric.class);
    ordered.putAll(values);
    values = Collections.unmodifiableMap(ordered);
  }

  /** Ignores ids that no metric has: a later poolbench may add metrics. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Figures ofIds(Map<String, Double> values) {
    Map<Metric, Double> figures = new HashMap<>();
    values.forEach((id, value) -> Metric.of(id).ifPresent(metric -> figures.put(metric, value)));
    return new Figures(figures);
  }

  @JsonValue
  Map<String, Double> byId() {
    Map<String, Double> ids = new LinkedHashMap<>();
    values.forEach((metric, value) -> ids.put(metric.id(), value));
    return ids;
  }

  /** A value; null if unknown. */
  public Double of(Metric metric) {
    return values.get(metric);
  }

  /** Returns these figures with another value; null and NaN are unknown. */
  public Figures with(Metric metric, Number value) {
    Map<Metric, Double> changed = new HashMap<>(values);
    if (value == null || Double.isNaN(value.doubleValue())) {
      changed.remove(metric);
    } else {
      changed.put(metric, value.doubleValue());
    }
    return new Figures(changed);
  }

  /** Returns these figures with the known ones of {@code others} in place of their own. */
  public Figures with(Figures others) {
    return merged(others, (here, other) -> other);
  }

  /** Returns the larger value of each metric, as of the more disturbed one of two hosts. */
  public Figures orMore(Figures others) {
    return merged(others, Math::max);
  }

  private Figures merged(Figures others, BinaryOperator<Double> both) {
    Map<Metric, Double> merged = new HashMap<>(values);
    others.values.forEach((metric, value) -> merged.merge(metric, value, both));
    return new Figures(merged);
  }

  Figures only(Predicate<Metric> metrics) {
    Map<Metric, Double> some = new HashMap<>(values);
    some.keySet().removeIf(metrics.negate());
    return new Figures(some);
  }
}
