package io.poolbench.published;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.config.ConfigException;
import io.poolbench.lab.CpuList;
import io.poolbench.model.ClosedNetwork;
import io.poolbench.model.CpuDemand;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.NetworkFit;
import io.poolbench.model.NetworkSimulation;
import io.poolbench.model.PoolSearch;
import io.poolbench.model.SteadyState;
import io.poolbench.model.TimeShape;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Publication.PublishedSystem;
import io.poolbench.spec.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The predictions of queueing theory for a provider: a closed network with parameters that are
 * fitted to none of the values it is compared with.
 *
 * <p>TPS and CPU are computed for calls that share the CPUs. They depend only on the means of all
 * times (processor sharing and delays: Baskett, Chandy, Muntz and Palacios, "Open, Closed, and
 * Mixed Networks of Queues with Different Classes of Customers", 1975). Percentiles are simulated
 * with exponential CPU times and lognormal waits.
 *
 * @param network the provider with any pool
 * @param deviation standard deviation of the waits, relative to their means
 */
public record Theory(ClosedNetwork network, double deviation) {
  private static final double INDEPENDENT = 1;
  private static final int CALLS = 20_000;
  private static final long SEED = 1;

  /** Calls per simulated level of a capacity search, which needs fewer calls per percentile. */
  private static final int CALLS_PER_LEVEL = 8_000;

  private static final int MAX_USERS = 128;

  public Theory {
    Objects.requireNonNull(network, "network");
  }

  static Theory of(PublishedSystem system) {
    return of(
        CpuDemand.constant(system.cpuMillis()),
        system.cpus(),
        system.waitMillis(),
        system.outsideMillis(),
        system.deviation());
  }

  /**
   * The theory of a result's host: by its calibration, or without one by a fit to the measured
   * loads. Empty if neither is possible.
   */
  static Optional<Theory> ofHost(StudyResult result) {
    int cpus =
        result.cells().stream()
            .map(cell -> cell.environment().providerCpus())
            .filter(list -> !list.isEmpty())
            .mapToInt(list -> CpuList.parse(list).count())
            .findFirst()
            .orElse(0);
    if (cpus == 0) {
      return Optional.empty();
    }
    return result.calibration() == null
        ? fitted(result.cells(), cpus)
        : Optional.of(of(result.calibration(), cpus));
  }

  private static Theory of(Calibrated calibrated, int cpus) {
    double demand = cpus / calibrated.saturationTps().value() * 1e3;
    return of(
        CpuDemand.constant(demand),
        cpus,
        Math.max(0, calibrated.threadMillis().value() - demand),
        calibrated.outsideMillis().value(),
        calibrated.redis().isNone()
            ? 0
            : (double) calibrated.redis().deviationMicros() / calibrated.redis().meanMicros());
  }

  private static Optional<Theory> fitted(List<CellResult> cells, int cpus) {
    try {
      NetworkFit fit = NetworkFit.of(MeasuredLoads.of("", cells).loads());
      return Optional.of(
          of(fit.cpu(), cpus, fit.waitMillis(), fit.outsideMillis(), Math.sqrt(fit.scv())));
    } catch (ConfigException notMeasured) {
      return Optional.empty();
    }
  }

  private static Theory of(
      CpuDemand cpu, int cpus, double waitMillis, double outsideMillis, double deviation) {
    return new Theory(
        new ClosedNetwork(cpu, cpus, waitMillis, outsideMillis, 1, 0, INDEPENDENT), deviation);
  }

  public int cpus() {
    return network.cpus();
  }

  public double saturationTps() {
    return network.cpu().saturationTps(cpus());
  }

  public double uncontendedMillis() {
    return network.cpu().millisAt(saturationTps()) + network.waitMillis() + network.outsideMillis();
  }

  /** The predicted state of a pool that so many users call in a closed loop. */
  public SteadyState state(ConfiguredPool pool, int users) {
    return network(pool).solve(users);
  }

  /** The predicted values of a table row; empty for an open loop. */
  Map<PublishedColumn, Double> values(Cell cell, int users, List<PublishedColumn> columns) {
    Map<PublishedColumn, Double> values = new HashMap<>();
    if (!(cell.load().workload() instanceof Workload.Closed)) {
      return values;
    }
    ConfiguredPool pool = cell.provider().pool();
    SteadyState state = state(pool, users);
    NetworkSimulation.Outcome simulated = null;
    for (PublishedColumn column : columns) {
      Metric metric = column.metric();
      if (column.isCapacity()) {
        maxUsers(cell).ifPresent(value -> values.put(column, value));
      } else if (metric == Metric.TPS) {
        values.put(column, state.tps());
      } else if (metric == Metric.PROVIDER_CPU) {
        values.put(column, state.cpuPct());
      } else if (metric.percentile().isPresent()) {
        simulated = simulated == null ? simulate(pool, users, CALLS) : simulated;
        if (simulated.tps() > 0) {
          values.put(column, simulated.percentileMillis(metric.percentile().get().percent()));
        }
      }
    }
    return values;
  }

  /** Empty if the SLA bounds other metrics, or holds at {@link #MAX_USERS}. */
  private Optional<Double> maxUsers(Cell cell) {
    if (!cell.sla().bounds().stream().map(Metric::of).allMatch(Theory::isBoundable)) {
      return Optional.empty();
    }
    int within = PoolSearch.boundary(0, MAX_USERS + 1, users -> isWithin(cell, users));
    return within == MAX_USERS ? Optional.empty() : Optional.of((double) within);
  }

  private static boolean isBoundable(Metric metric) {
    return metric == Metric.AVAILABILITY || metric.percentile().isPresent();
  }

  private boolean isWithin(Cell cell, int users) {
    ConfiguredPool pool = cell.provider().pool();
    NetworkSimulation.Outcome simulated = simulate(pool, users, CALLS_PER_LEVEL);
    return cell.sla().bounds().stream()
        .allMatch(
            bound -> {
              Metric metric = Metric.of(bound);
              double value =
                  metric == Metric.AVAILABILITY
                      ? state(pool, users).availabilityPct()
                      : simulated.percentileMillis(metric.percentile().orElseThrow().percent());
              return metric.meets(value, bound.limit());
            });
  }

  private NetworkSimulation.Outcome simulate(ConfiguredPool pool, int users, int calls) {
    TimeShape waits = TimeShape.lognormal(deviation * deviation);
    return new NetworkSimulation(network(pool), TimeShape.EXPONENTIAL, waits)
        .run(users, calls, SEED);
  }

  private ClosedNetwork network(ConfiguredPool pool) {
    return network.withPool(MeasuredLoads.threads(pool), MeasuredLoads.queue(pool));
  }
}
