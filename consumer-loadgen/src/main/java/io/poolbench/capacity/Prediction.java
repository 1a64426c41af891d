package io.poolbench.capacity;

import io.poolbench.config.ConfigException;
import io.poolbench.config.TypedValue;
import io.poolbench.result.Metric;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Sla;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a provider would do by a model.
 *
 * @param levels predicted, rising
 * @param maxUsers within the SLA; 0 = none
 * @param open whether the highest level considered is within the SLA, so that there may be more
 * @param kneeUsers where the CPUs saturate, with threads enough
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
   * A level of load.
   *
   * @param tps calls answered OK per second
   * @param meanMillis mean response time
   * @param cpuPct CPU of the provider, in percent of its CPUs
   * @param availabilityPct OK answers in percent of all
   * @param within whether the SLA holds
   * @param extrapolated whether it is beyond what was measured
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

  /** Checks that all bounds of an SLA are predicted. */
  public static void requirePredicted(String source, Sla sla) {
    for (Sla.Bound bound : sla.bounds()) {
      Metric metric = SlaEvaluator.metric(bound);
      if (!METRICS.contains(metric)) {
        throw ConfigException.of(
            source,
            "SLA metric "
                + metric.setting()
                + " cannot be predicted (valid: "
                + TypedValue.ids(METRICS)
                + ")");
      }
    }
  }

  /**
   * The prediction of a model.
   *
   * @param sla whose metrics are all of {@link #METRICS}
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
