package io.poolbench.model;

import io.poolbench.model.CapacityModel.Factors;
import io.poolbench.model.Prediction.Level;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The predictions for one provider, by a model and by all draws of its parameters and residuals.
 * Caches its results; not thread-safe.
 */
final class PredictedPool {
  /** Ratio of consecutive simulated levels; TP99 / mean is interpolated between them. */
  private static final double GRID = 1.5;

  private final CapacityModel model;
  private final Scenario scenario;
  private final List<Limit> limits;
  private final int most;
  private final List<Curve> curves = new ArrayList<>();
  private final Map<Integer, Double> shapes = new HashMap<>();
  private final Draw value;
  private int maxUsers = -1;
  private double[] drawnMaxUsers;

  private record Limit(Metric metric, double limit) {}

  private static final class Curve {
    private final NetworkFit fit;
    private final FlowEquivalentServer server;
    private final int threads;
    private final Map<Integer, SteadyState> states = new HashMap<>();

    Curve(NetworkFit fit, Scenario scenario) {
      this.fit = fit;
      this.server = new FlowEquivalentServer(scenario.network(fit));
      this.threads = scenario.threads();
    }

    SteadyState at(int users) {
      return states.computeIfAbsent(users, n -> fit.withCrosstalk(server.solve(n), threads));
    }
  }

  private record Draw(Curve curve, double tpsFactor, double tp99Factor) {}

  private record Values(
      double tps, double meanMillis, double tp99Millis, double cpuPct, double availabilityPct) {
    double of(Metric metric) {
      return switch (metric) {
        case TP99 -> tp99Millis;
        case MEAN -> meanMillis;
        case PROVIDER_CPU -> cpuPct;
        case AVAILABILITY -> availabilityPct;
        default -> throw new IllegalArgumentException(metric + " is not predicted");
      };
    }
  }

  PredictedPool(CapacityModel model, Scenario scenario, Sla sla, int most) {
    this.model = model;
    this.scenario = scenario;
    this.limits =
        sla.bounds().stream().map(bound -> new Limit(Metric.of(bound), bound.limit())).toList();
    this.most = most;
    this.value = new Draw(new Curve(model.fit(), scenario), 1, 1);
    model.resampled().forEach(fit -> curves.add(new Curve(fit, scenario)));
  }

  PredictedPool within(Sla sla) {
    return new PredictedPool(model, scenario, sla, most);
  }

  Scenario scenario() {
    return scenario;
  }

  int maxUsers() {
    if (maxUsers < 0) {
      maxUsers = maxUsers(value);
    }
    return maxUsers;
  }

  double[] drawnMaxUsers() {
    if (drawnMaxUsers == null) {
      drawnMaxUsers = drawnAt(maxUsers(), (i, draw) -> maxUsers(draw));
    }
    return drawnMaxUsers;
  }

  Estimate maxUsersEstimate() {
    return Estimate.of(maxUsers(), drawnMaxUsers());
  }

  boolean open() {
    return maxUsers() == most;
  }

  Estimate maxTps() {
    return Estimate.of(
        tps(), drawnAt(maxUsers(), (i, draw) -> tps(draw, (int) drawnMaxUsers()[i])));
  }

  double tps() {
    return tps(value, maxUsers());
  }

  private double tps(Draw draw, int users) {
    return users == 0 ? 0 : draw.curve().at(users).tps() * draw.tpsFactor();
  }

  int usersOfTps(double tps) {
    int users = 1;
    while (users < most && tps(value, users) < tps) {
      users++;
    }
    return users;
  }

  double[] drawnLogMeans(int users) {
    return drawnLogs(users, Values::meanMillis);
  }

  double[] drawnLogTp99s(int users) {
    return drawnLogs(users, Values::tp99Millis);
  }

  private double[] drawnLogs(int users, ToDoubleFunction<Values> of) {
    return drawnAt(users, (i, draw) -> Math.log(of.applyAsDouble(values(draw, users))));
  }

  /** A value for each draw, with the residuals of loads like this one; at 0 users like 1. */
  private double[] drawnAt(int users, ToDoubleBiFunction<Integer, Draw> of) {
    double cpuPct = value.curve().at(Math.max(1, users)).cpuPct();
    double[] drawn = new double[CapacityModel.DRAWS];
    Arrays.setAll(drawn, i -> of.applyAsDouble(i, draw(i, cpuPct)));
    return drawn;
  }

  double kneeUsers() {
    return scenario.network(model.fit()).kneeUsers();
  }

  Level level(int n) {
    Values values = values(value, n);
    List<Values> draws = new ArrayList<>();
    for (int i = 0; i < CapacityModel.DRAWS; i++) {
      draws.add(values(draw(i, values.cpuPct), n));
    }
    return new Level(
        n,
        estimate(values, draws, Values::tps),
        estimate(values, draws, Values::meanMillis),
        estimate(values, draws, Values::tp99Millis),
        estimate(values, draws, Values::cpuPct),
        values.availabilityPct,
        within(values),
        extrapolated(n, values.cpuPct));
  }

  private static Estimate estimate(Values value, List<Values> draws, ToDoubleFunction<Values> of) {
    return Estimate.of(of.applyAsDouble(value), draws.stream().mapToDouble(of).toArray());
  }

  boolean extrapolated(int n) {
    return n > 0 && extrapolated(n, values(value, n).cpuPct());
  }

  private boolean extrapolated(int n, double cpuPct) {
    return !scenario.measured()
        || model.loads().stream().noneMatch(load -> load.users() >= n)
        || model.loads().stream().noneMatch(load -> load.cpuPct() + 5 >= cpuPct);
  }

  private Draw draw(int i, double cpuPct) {
    Factors drawn = model.factors((int) cpuPct).get(i);
    return new Draw(curves.get(i % curves.size()), drawn.tps(), drawn.tp99());
  }

  private Values values(Draw draw, int n) {
    SteadyState state = draw.curve().at(n);
    NetworkFit fit = draw.curve().fit;
    double tps = state.tps() * draw.tpsFactor();
    double mean = state.responseMillis(fit.outsideMillis());
    CpuDemand cpu = fit.cpu();
    double busier = cpu.busyCpus(tps) / cpu.busyCpus(state.tps());
    return new Values(
        tps,
        mean / draw.tpsFactor(),
        mean * shape(n) * draw.tp99Factor(),
        Math.min(100, state.cpuPct() * busier),
        state.availabilityPct());
  }

  /** TP99 / mean, interpolated linearly between simulated levels. */
  private double shape(int n) {
    ClosedNetwork.require("users", n <= most, n);
    int below = 1;
    int above = 1;
    while (above < n) {
      below = above;
      above = Math.min(most, Math.max(below + 1, (int) (below * GRID)));
    }
    if (above == n || above == below) {
      return simulated(above);
    }
    double part = (double) (n - below) / (above - below);
    return simulated(below) + part * (simulated(above) - simulated(below));
  }

  private double simulated(int n) {
    return shapes.computeIfAbsent(
        n, users -> model.tp99PerMean(scenario.network(model.fit()), users));
  }

  private boolean within(Values values) {
    return limits.stream().allMatch(of -> of.metric.meets(values.of(of.metric), of.limit));
  }

  /** Bisection is valid because all bounds get worse as the load rises. */
  private int maxUsers(Draw draw) {
    return PoolSearch.boundary(0, most + 1, users -> within(values(draw, users)));
  }
}
