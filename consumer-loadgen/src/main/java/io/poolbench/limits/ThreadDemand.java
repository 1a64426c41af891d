package io.poolbench.limits;

import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
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

  /** The demand that a cell measured; empty without levels of which both figures are known. */
  public static Optional<ThreadDemand> of(RepeatedCell cell) {
    Integer most = NamedLimit.threads(cell);
    return least(
        cell.levelResults().stream()
            .filter(LevelResult::isValid)
            .flatMap(level -> at(level, most))
            .toList());
  }

  private static Stream<ThreadDemand> at(LevelResult level, Integer most) {
    Double tps = level.median(Metric.TPS);
    Double threads = level.median(Metric.POOL_ACTIVE_MEAN);
    return tps == null || threads == null
        ? Stream.of()
        : Stream.of(at(level.level(), tps, threads, most, cpuPct(level)));
  }

  /** With the CPU time that a quota withholds: it is no more to spare than what is used. */
  private static Double cpuPct(LevelResult level) {
    Double used = level.median(Metric.PROVIDER_CPU);
    return used == null ? null : (Double) (used + level.medianOrZero(Metric.PROVIDER_THROTTLED));
  }

  /**
   * The demand at a load.
   *
   * @param most threads of the pool; null if unknown
   * @param cpuPct of the provider's CPUs, used or withheld; null if unknown
   */
  static ThreadDemand at(int level, double tps, double threads, Integer most, Double cpuPct) {
    boolean allRun = most != null && threads >= ALL_THREADS * most;
    boolean cpuSpare = cpuPct != null && cpuPct < 100 * NamedLimit.ALL;
    return new ThreadDemand(level, tps, threads, allRun && cpuSpare);
  }

  /** The demand at the first of rising loads that gives nearly the highest throughput. */
  static Optional<ThreadDemand> least(List<ThreadDemand> loads) {
    double most = loads.stream().mapToDouble(ThreadDemand::tps).max().orElse(0);
    return loads.stream().filter(load -> load.tps >= NEARLY_ALL * most).findFirst();
  }

  /**
   * The users beyond whom even twice this throughput cannot answer within the SLA's bounds: the
   * throughput times the response time, without think time (Little's law).
   *
   * @return 0 if no bound is on a response time
   */
  public double mostUsers(Sla sla) {
    return 2 * tps * Metric.responseBound(sla).orElse(0) / 1_000;
  }

  /**
   * Sizes worth comparing: half of the threads, as many, and twice as many; if the pool is limited,
   * twice, four and eight times as many. Rising, distinct.
   */
  public List<Integer> sizes() {
    return (limited ? Stream.of(2.0, 4.0, 8.0) : Stream.of(0.5, 1.0, 2.0))
        .map(times -> times * threads)
        .map(size -> (int) Math.min(MAX_THREADS, Math.max(1, Math.ceil(size))))
        .distinct()
        .toList();
  }
}
