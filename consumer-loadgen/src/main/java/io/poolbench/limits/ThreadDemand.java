package io.poolbench.limits;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedCell;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The business threads that calls hold at the lowest load which gives nearly all of the throughput.
 * By Little's law this is the throughput times the time that a call holds a thread, whatever it
 * does meanwhile. A pool with fewer threads delays calls before anything else is used up; many more
 * only compete for what limits the provider.
 *
 * @param level the load, in users or requests per second
 * @param tps at this load
 * @param threads that ran a task, in the mean over time
 * @param limited whether these are nearly all threads of the pool, while the CPU is not full, so
 *     that calls may hold more of a larger pool
 */
public record ThreadDemand(int level, double tps, double threads, boolean limited) {
  /** The share of the highest throughput that counts as nearly all of it. */
  private static final double NEARLY_ALL = 0.9;

  /** The share of a pool's threads, at nearly all of its throughput, that counts as all of them. */
  private static final double ALL_THREADS = 0.8;

  private static final int MAX_THREADS = 2_000;

  /**
   * The demand that a cell measured; empty without a level that counts.
   *
   * @param most threads of the pool; 0 if unknown or unlimited
   */
  public static Optional<ThreadDemand> of(JudgedCell cell, int most) {
    return least(
        PoolUse.levels(cell)
            .filter(level -> level.calls().ok() > 0)
            .map(level -> at(level, most))
            .toList());
  }

  private static ThreadDemand at(Level level, int most) {
    // What the compiler uses soon serves calls.
    double cpuPct =
        PoolUse.known(Metric.PROVIDER_CPU, level)
            - PoolUse.known(Metric.PROVIDER_CPU_JIT, level)
            + PoolUse.known(Metric.PROVIDER_THROTTLED, level);
    return at(
        level.level(), PoolUse.okPerSecond(level), PoolUse.of(level, most).busy(), most, cpuPct);
  }

  /**
   * The demand at a load.
   *
   * @param cpuPct of the provider's CPUs, used or withheld by a quota
   */
  static ThreadDemand at(int level, double tps, double threads, int most, double cpuPct) {
    boolean allRun = most > 0 && threads >= ALL_THREADS * most;
    // The ends of a window are not read at one moment, so that the mean may exceed the pool.
    double held = most > 0 ? Math.min(threads, most) : threads;
    return new ThreadDemand(level, tps, held, allRun && cpuPct < ResourceChecks.ALL_PCT);
  }

  /** Whether calls hold all threads of a pool, be it that the CPU is full. */
  boolean isOfAll(int most) {
    return most > 0 && threads >= ALL_THREADS * most;
  }

  /** The demand at the first of rising loads that gives nearly the highest throughput. */
  static Optional<ThreadDemand> least(List<ThreadDemand> loads) {
    double most = loads.stream().mapToDouble(ThreadDemand::tps).max().orElse(0);
    return loads.stream().filter(load -> load.tps >= NEARLY_ALL * most).findFirst();
  }

  /**
   * The users beyond whom even twice this throughput cannot answer within a bound: the throughput
   * times the response time, without think time (Little's law).
   */
  public double mostUsers(double boundMillis) {
    return 2 * tps * boundMillis / 1_000;
  }

  /**
   * Sizes worth comparing: half of the threads, as many, and twice as many; if the pool is limited,
   * twice, four and eight times as many. Rising, distinct.
   *
   * @param least threads of a pool
   */
  public List<Integer> sizes(int least) {
    return (limited ? Stream.of(2.0, 4.0, 8.0) : Stream.of(0.5, 1.0, 2.0))
        .map(times -> times * threads)
        .map(size -> (int) Math.min(MAX_THREADS, Math.max(least, Math.ceil(size))))
        .distinct()
        .toList();
  }
}
