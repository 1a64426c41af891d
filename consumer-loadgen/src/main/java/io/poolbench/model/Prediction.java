package io.poolbench.model;

import io.poolbench.config.ConfigException;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The predicted behaviour of a provider under rising load.
 *
 * @param levels predicted levels, rising
 * @param maxUsers max users within the SLA; 0 = none
 * @param open whether the highest level considered is within the SLA, so that max users may be
 *     higher
 * @param kneeUsers users at which the CPUs saturate if the threads suffice
 */
public record Prediction(
    Scenario scenario, List<Level> levels, Estimate maxUsers, boolean open, double kneeUsers) {
  /** The metrics of an SLA that a model predicts. */
  public static final Set<Metric> METRICS =
      EnumSet.of(Metric.TP99, Metric.MEAN, Metric.PROVIDER_CPU, Metric.AVAILABILITY);

  public Prediction {
    Objects.requireNonNull(scenario, "scenario");
    levels = List.copyOf(levels);
  }

  /**
   * Predicted values at one level of load.
   *
   * @param tps calls answered OK per second
   * @param cpuPct CPU of the provider, in percent of its CPUs
   * @param availabilityPct OK answers in percent of all
   * @param within whether the SLA is met
   * @param extrapolated whether the level is outside the measured range
   */
  public record Level(
      int users,
      Estimate tps,
      Estimate meanMillis,
      Estimate tp99Millis,
      Estimate cpuPct,
      double availabilityPct,
      boolean within,
      boolean extrapolated) {}

  /** Checks that a model predicts all metrics of an SLA. */
  public static void requirePredicted(String source, Sla sla) {
    for (Sla.Bound bound : sla.bounds()) {
      Metric metric = Metric.of(bound);
      if (!METRICS.contains(metric)) {
        throw ConfigException.of(
            source,
            "SLA metric %s cannot be predicted (valid: %s)"
                .formatted(
                    metric.setting(),
                    METRICS.stream().map(Metric::setting).collect(Collectors.joining(", "))));
      }
    }
  }

  /**
   * Predicts a provider at levels of load.
   *
   * @param sla with metrics of {@link #METRICS} only
   * @param users the levels, rising, at least one; the last is the highest considered
   */
  public static Prediction of(
      CapacityModel model, Scenario scenario, Sla sla, List<Integer> users) {
    PredictedPool pool = new PredictedPool(model, scenario, sla, users.get(users.size() - 1));
    return new Prediction(
        scenario,
        users.stream().map(pool::level).toList(),
        pool.maxUsersEstimate(),
        pool.open(),
        pool.kneeUsers());
  }
}
