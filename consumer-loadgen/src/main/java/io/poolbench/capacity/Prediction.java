package io.poolbench.capacity;

import io.poolbench.result.Metric;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a provider would do by a model.
 *
 * @param scenario the provider
 * @param levels predicted, rising
 * @param maxUsers within the SLA; 0 = none
 * @param open whether the highest level looked at is within the SLA, so that there may be more
 * @param kneeUsers where the CPUs saturate, with threads enough
 */
public record Prediction(
    Scenario scenario, List<Level> levels, Estimate maxUsers, boolean open, double kneeUsers) {
  /** The metrics of an SLA that a model predicts. */
  public static final Set<Metric> METRICS =
      EnumSet.of(Metric.TP99, Metric.MEAN, Metric.PROVIDER_CPU, Metric.AVAILABILITY);

  /** Simulated levels are this factor apart; between them TP99 / mean is interpolated. */
  private static final double GRID = 1.5;

  public Prediction {
    Objects.requireNonNull(scenario, "scenario");
    levels = List.copyOf(levels);
  }

  /**
   * A level of load.
   *
   * @param users of the load
   * @param tps calls answered OK per second
   * @param meanMillis mean response time
   * @param tp99Millis its 99th percentile
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

  /**
   * The prediction of a model.
   *
   * @param sla whose metrics are all of {@link #METRICS}
   * @param users the levels, rising, at least one; the last is the highest looked at
   */
  public static Prediction of(
      CapacityModel model, Scenario scenario, Sla sla, List<Integer> users) {
    return new Predicting(model, scenario, sla, users).prediction();
  }

  /** A prediction in the making. */
  private static final class Predicting {
    private final CapacityModel model;
    private final Scenario scenario;
    private final Sla sla;
    private final List<Integer> users;
    private final NavigableMap<Integer, Double> shapes = new TreeMap<>();

    Predicting(CapacityModel model, Scenario scenario, Sla sla, List<Integer> users) {
      this.model = model;
      this.scenario = scenario;
      this.sla = sla;
      this.users = users;
      ClosedNetwork network = scenario.network(model.fit());
      int last = users.get(users.size() - 1);
      for (int n = 1; n < last; n = Math.max(n + 1, (int) (n * GRID))) {
        shapes.put(n, model.tp99PerMean(network, n));
      }
      shapes.put(last, model.tp99PerMean(network, last));
    }

    Prediction prediction() {
      List<Level> levels = users.stream().map(this::level).toList();
      int most = users.get(users.size() - 1);
      int value = maxUsers(new Draw(model.fit(), 1, 1), most);
      double[] draws = new double[CapacityModel.DRAWS];
      double cpuPct = state(model.fit(), Math.max(1, value)).cpuPct();
      for (int i = 0; i < draws.length; i++) {
        draws[i] = maxUsers(draw(i, cpuPct), most);
      }
      return new Prediction(
          scenario,
          levels,
          Estimate.of(value, draws),
          value == most,
          scenario.network(model.fit()).kneeUsers());
    }

    private Level level(int n) {
      Values values = values(new Draw(model.fit(), 1, 1), n);
      List<Values> draws = new ArrayList<>();
      for (int i = 0; i < CapacityModel.DRAWS; i++) {
        draws.add(values(draw(i, values.cpuPct), n));
      }
      return new Level(
          n,
          estimate(values.tps, draws.stream().mapToDouble(Values::tps).toArray()),
          estimate(values.meanMillis, draws.stream().mapToDouble(Values::meanMillis).toArray()),
          estimate(values.tp99Millis, draws.stream().mapToDouble(Values::tp99Millis).toArray()),
          estimate(values.cpuPct, draws.stream().mapToDouble(Values::cpuPct).toArray()),
          values.availabilityPct,
          within(values),
          extrapolated(n, values.cpuPct));
    }

    private static Estimate estimate(double value, double[] draws) {
      return Estimate.of(value, draws);
    }

    private boolean extrapolated(int n, double cpuPct) {
      return !scenario.measured()
          || model.loads().stream().noneMatch(load -> load.users() >= n)
          || model.loads().stream().noneMatch(load -> load.cpuPct() + 5 >= cpuPct);
    }

    /** A fit with factors of what was measured to what it predicts. */
    private record Draw(NetworkFit fit, double tpsFactor, double tp99Factor) {}

    private record Values(
        double tps, double meanMillis, double tp99Millis, double cpuPct, double availabilityPct) {}

    private Draw draw(int i, double cpuPct) {
      return new Draw(model.draw(i), model.tpsFactor(i, cpuPct), model.tp99Factor(i, cpuPct));
    }

    private SteadyState state(NetworkFit fit, int n) {
      return scenario.network(fit).solve(n);
    }

    private Values values(Draw draw, int n) {
      SteadyState state = state(draw.fit(), n);
      double tps = state.tps() * draw.tpsFactor();
      double mean = state.responseMillis(draw.fit().outsideMillis());
      double busy = draw.fit().cpu().busyCpus(tps);
      return new Values(
          tps,
          mean / draw.tpsFactor(),
          mean * shape(n) * draw.tp99Factor(),
          Math.min(100, 100 * busy / scenario.cpus()),
          state.availabilityPct());
    }

    private double shape(int n) {
      var below = shapes.floorEntry(n);
      var above = shapes.ceilingEntry(n);
      if (below.getKey().equals(above.getKey())) {
        return below.getValue();
      }
      double part = (double) (n - below.getKey()) / (above.getKey() - below.getKey());
      return below.getValue() + part * (above.getValue() - below.getValue());
    }

    private boolean within(Values values) {
      return sla.bounds().stream()
          .allMatch(
              bound -> {
                Metric metric = SlaEvaluator.metric(bound);
                return metric.meets(value(metric, values), bound.limit());
              });
    }

    private static double value(Metric metric, Values values) {
      return switch (metric) {
        case TP99 -> values.tp99Millis;
        case MEAN -> values.meanMillis;
        case PROVIDER_CPU -> values.cpuPct;
        case AVAILABILITY -> values.availabilityPct;
        default -> throw new IllegalArgumentException(metric + " is not predicted");
      };
    }

    /** The highest number of users within the SLA, where all bounds get worse with the load. */
    private int maxUsers(Draw draw, int most) {
      int within = 0;
      int beyond = most + 1;
      while (beyond - within > 1) {
        int middle = (within + beyond) >>> 1;
        if (within(values(draw, middle))) {
          within = middle;
        } else {
          beyond = middle;
        }
      }
      return within;
    }
  }
}
