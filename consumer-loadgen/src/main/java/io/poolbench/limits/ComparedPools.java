package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedCell;
import java.util.List;

/**
 * Pools that are worth comparing with the one that a program configures, by what was learned of it.
 * All of them accept at least as many calls at once as it does.
 *
 * @param own the pool of today
 * @param cpus of the provider
 * @param boundMillis the longest that a call may take by the SLA; infinite without a bound
 */
public record ComparedPools(EffectivePool own, int cpus, double boundMillis) {
  /**
   * The shortest queue with which no call was refused while a thread was free: a burst fills a
   * shorter one before an idle thread wakes (docs/questions/exhausted-while-idle.md).
   */
  private static final int SHORTEST_QUEUE = 16;

  private static final int LONGEST_QUEUE = 10_000;

  /**
   * Fixed pools of several sizes, rising, at least one; none has fewer threads than CPUs and one.
   */
  public List<PoolConfig> of(JudgedCell learned) {
    int least = leastThreads(cpus, learned);
    double tps = PoolUse.mostTps(learned);
    List<PoolConfig> others = others(learned, least, tps);
    return others.isEmpty()
        ? List.of(fixed(2 * Math.max(least, own.mostThreads()), 2 * tps))
        : others;
  }

  private List<PoolConfig> others(JudgedCell learned, int least, double tps) {
    return ThreadDemand.of(learned, own.mostThreads())
        .map(demand -> demand.sizes(least).stream())
        .orElse(List.of(least, 2 * least).stream())
        .map(threads -> fixed(threads, tps * morePossible(threads)))
        .filter(pool -> own.hasUnknownThreads() || !own.matches(pool))
        .toList();
  }

  /**
   * The pool with twice the threads of another, and a queue by the same rule.
   *
   * @param tps of the other pool
   */
  public PoolConfig twice(PoolConfig pool, double tps) {
    return fixed(2 * pool.threads(), 2 * tps);
  }

  /** How much more a pool may answer than that of today, if its threads are the limit. */
  double morePossible(int threads) {
    int today = own.mostThreads();
    return today == 0 ? 1 : Math.max(1, (double) threads / today);
  }

  /** CPUs and one, so that a thread that waits leaves no CPU idle, beside what others hold. */
  static int leastThreads(int cpus, JudgedCell learned) {
    return cpus + 1 + (int) Math.ceil(heldByOthers(learned));
  }

  /**
   * The threads that run tasks which are not the driver's, as they are more than its users. An open
   * loop does not show them, nor does a load with calls that the driver gave up and that still run.
   */
  static double heldByOthers(JudgedCell learned) {
    return PoolUse.levels(learned)
        .filter(level -> !level.isOpenLoop() && level.calls().timeout() == 0)
        .mapToDouble(ComparedPools::heldByOthers)
        .max()
        .orElse(0);
  }

  private static double heldByOthers(Level level) {
    return Math.max(0, PoolUse.known(Metric.POOL_ACTIVE_MEAN, level) - level.load());
  }

  private PoolConfig fixed(int threads, double tps) {
    return PoolConfig.of(PoolType.FIXED, null, threads, queue(threads, tps), null);
  }

  /**
   * The queue of a pool: a call that finds it full would be late by the SLA's bound (Little's law),
   * unless the pool of today accepts more, or all.
   */
  int queue(int threads, double tps) {
    double inTime = tps == 0 ? 0 : boundMillis * tps / 1_000;
    double asToday = own.isUnlimited() ? LONGEST_QUEUE : own.mostCalls().orElse(0) - threads;
    return (int)
        Math.min(
            LONGEST_QUEUE,
            Math.max(
                SHORTEST_QUEUE, Math.ceil(Math.max(asToday, Math.min(inTime, LONGEST_QUEUE)))));
  }
}
