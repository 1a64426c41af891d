package io.poolbench.limits;

import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.limits.PoolSimulation.Outcome;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/**
 * The queue of a fixed pool under an open loop with Poisson arrivals, by simulation: the longest
 * one with which the calls that the pool accepts keep the SLA's bounds on response times under
 * overload, which is twice the planned rate, or the rate that keeps all threads busy if that is
 * higher. A call holds its thread as long as measured: at the planned rate the median of the
 * repetitions, and under overload the longest of them at the highest rate.
 *
 * @param length at least {@link #SHORTEST}
 * @param perSecond the planned rate
 * @param refusedPct simulated at the planned rate
 * @param tp99Millis simulated at the planned rate
 */
public record OpenQueue(int length, double perSecond, double refusedPct, double tp99Millis) {
  /**
   * The shortest queue with which no call was refused while a thread was free: a burst fills a
   * shorter one before an idle thread wakes (docs/questions/exhausted-while-idle.md).
   */
  public static final int SHORTEST = 16;

  private static final int CALLS = 10_000;

  private static final long SEED = 1;

  private static final double OVERLOAD = 2;

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
    return longest(
        simulation(planned, Spread::median, Math.max(0, outside), threads),
        simulation(highest, Spread::highest, Math.max(0, outside), threads),
        most,
        perSecond,
        cell.cell().sla());
  }

  private static PoolSimulation simulation(
      LevelResult level, ToDoubleFunction<Spread> statistic, double outside, int threads) {
    double held = known(level, Metric.SERVICE_MEAN, statistic);
    double tp99 = known(level, Metric.SERVICE_TP99, statistic);
    TimeShape shape = tp99 == 0 ? TimeShape.EXPONENTIAL : TimeShape.ofTp99(tp99 / held);
    return new PoolSimulation(shape, held, outside, threads);
  }

  private static double known(
      LevelResult level, Metric metric, ToDoubleFunction<Spread> statistic) {
    return level.spread(metric).map(statistic::applyAsDouble).orElse(0.0);
  }

  static Optional<OpenQueue> longest(
      PoolSimulation planned, PoolSimulation overloaded, int most, double perSecond, Sla sla) {
    if (Metric.responseBound(sla).isEmpty()) {
      return Optional.empty();
    }
    double overload = Math.max(OVERLOAD * perSecond, overloaded.saturationTps());
    int length = last(most, queue -> isInTime(sla, overloaded.run(queue, overload, CALLS, SEED)));
    Outcome outcome = planned.run(length, perSecond, CALLS, SEED);
    return isInTime(sla, outcome) && isAvailable(sla, outcome)
        ? Optional.of(
            new OpenQueue(length, perSecond, outcome.refusedPct(), outcome.percentileMillis(99)))
        : Optional.empty();
  }

  /** The last length from the shortest to the longest that is accepted; the shortest always is. */
  private static int last(int longest, IntPredicate accepts) {
    int found = SHORTEST;
    int beyond = Math.max(longest, SHORTEST) + 1;
    while (beyond - found > 1) {
      int middle = (found + beyond) >>> 1;
      if (accepts.test(middle)) {
        found = middle;
      } else {
        beyond = middle;
      }
    }
    return found;
  }

  private static boolean isInTime(Sla sla, Outcome answered) {
    return answered.refusedPct() < 100
        && sla.bounds().stream()
            .filter(bound -> Metric.of(bound).isResponseTime())
            .allMatch(
                bound ->
                    Metric.of(bound).meets(response(Metric.of(bound), answered), bound.limit()));
  }

  private static boolean isAvailable(Sla sla, Outcome planned) {
    return sla.bounds().stream()
        .filter(bound -> Metric.of(bound) == Metric.AVAILABILITY)
        .allMatch(bound -> Metric.AVAILABILITY.meets(100 - planned.refusedPct(), bound.limit()));
  }

  private static double response(Metric metric, Outcome answered) {
    return metric
        .percentile()
        .map(percentile -> answered.percentileMillis(percentile.percent()))
        .orElse(answered.meanMillis());
  }
}
