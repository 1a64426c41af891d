package io.poolbench.model;

import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.model.NetworkSimulation.Outcome;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The queue of a fixed pool under an open loop with Poisson arrivals, by simulation: the longest
 * one with which the calls that the pool accepts keep the SLA's bounds on response times under
 * overload, which is twice the planned rate, or the rate that keeps all threads busy if that is
 * higher. In a measured pool a call holds its thread as long as measured: at the planned rate the
 * median of the repetitions, and under overload the longest of them at the highest rate. In a
 * modelled pool it holds its thread for its CPU time, with the wait for a CPU, and its wait
 * downstream.
 *
 * @param length at least {@link #SHORTEST}
 * @param refusedPct simulated at the planned rate
 * @param tp99Millis simulated at the planned rate
 */
public record OpenQueue(int length, double refusedPct, double tp99Millis) {
  /** The shortest queue with which no call was refused while a thread was free. */
  public static final int SHORTEST = 16;

  private static final int CALLS = 10_000;

  private static final double OVERLOAD = 2;

  /**
   * So short that calls never wait for a CPU: the measured time in the thread includes the wait.
   */
  private static final CpuDemand NONE = CpuDemand.constant(1e-9);

  /**
   * The queue for a measured pool.
   *
   * @param cell measured at rates
   * @param most the longest queue considered
   * @param perSecond the planned rate
   * @return empty if it is not known how long calls hold a thread, if the SLA does not bound the
   *     response time, or if the calls do not keep it at the planned rate: they are late with any
   *     queue, or the pool refuses more of them than the availability allows
   */
  public static Optional<OpenQueue> of(RepeatedCell cell, int threads, int most, double perSecond) {
    List<LevelResult> levels =
        cell.levelResults().stream()
            .filter(level -> level.medianOrZero(Metric.SERVICE_MEAN) > 0)
            .filter(level -> level.medianOrZero(Metric.MEAN) > 0)
            .toList();
    if (levels.isEmpty()) {
      return Optional.empty();
    }
    LevelResult highest = levels.get(levels.size() - 1);
    LevelResult planned =
        levels.stream().filter(level -> level.level() >= perSecond).findFirst().orElse(highest);
    // Beyond what the pool carries, a response has a wait in the driver, too.
    double outside =
        planned.medianOrZero(Metric.MEAN)
            - planned.medianOrZero(Metric.SERVICE_MEAN)
            - planned.medianOrZero(Metric.QUEUE_WAIT_MEAN);
    return of(
        simulation(planned, Spread::median, Math.max(0, outside), threads),
        simulation(highest, Spread::highest, Math.max(0, outside), threads),
        most,
        perSecond,
        cell.cell().sla());
  }

  private static NetworkSimulation simulation(
      LevelResult level, ToDoubleFunction<Spread> of, double outside, int threads) {
    double held = known(level, Metric.SERVICE_MEAN, of);
    double tp99 = known(level, Metric.SERVICE_TP99, of);
    TimeShape shape = tp99 == 0 ? TimeShape.EXPONENTIAL : TimeShape.ofTp99(tp99 / held);
    ClosedNetwork network = new ClosedNetwork(NONE, 1, held, outside, threads, 0, 1);
    return new NetworkSimulation(network, shape, shape);
  }

  private static double known(LevelResult level, Metric metric, ToDoubleFunction<Spread> of) {
    return level.spread(metric).map(of::applyAsDouble).orElse(0.0);
  }

  static Optional<OpenQueue> of(
      NetworkSimulation planned,
      NetworkSimulation overloaded,
      int most,
      double perSecond,
      Sla sla) {
    if (Metric.responseBound(sla).isEmpty()) {
      return Optional.empty();
    }
    ClosedNetwork busy = overloaded.network();
    double overload =
        Math.max(OVERLOAD * perSecond, busy.bounds(busy.cpu().millisAt(perSecond)).saturationTps());
    int length =
        PoolSearch.boundary(
            SHORTEST,
            Math.max(most, SHORTEST) + 1,
            queue -> keeps(sla, simulated(overloaded, queue, overload)));
    Outcome outcome = simulated(planned, length, perSecond);
    return keeps(sla, outcome) && isAvailable(sla, outcome)
        ? Optional.of(new OpenQueue(length, outcome.refusedPct(), outcome.percentileMillis(99)))
        : Optional.empty();
  }

  private static Outcome simulated(NetworkSimulation of, int queue, double perSecond) {
    return new NetworkSimulation(
            of.network().withPool(of.network().threads(), queue), of.cpuTime(), of.delays())
        .runOpen(perSecond, CALLS, CapacityModel.SEED);
  }

  private static boolean keeps(Sla sla, Outcome accepted) {
    return accepted.tps() > 0
        && sla.bounds().stream()
            .filter(bound -> Metric.of(bound).isResponseTime())
            .allMatch(
                bound ->
                    Metric.of(bound).meets(response(Metric.of(bound), accepted), bound.limit()));
  }

  private static boolean isAvailable(Sla sla, Outcome planned) {
    return sla.bounds().stream()
        .filter(bound -> Metric.of(bound) == Metric.AVAILABILITY)
        .allMatch(bound -> Metric.AVAILABILITY.meets(100 - planned.refusedPct(), bound.limit()));
  }

  private static double response(Metric metric, Outcome accepted) {
    return metric
        .percentile()
        .map(percentile -> accepted.percentileMillis(percentile.percent()))
        .orElse(accepted.meanMillis());
  }
}
