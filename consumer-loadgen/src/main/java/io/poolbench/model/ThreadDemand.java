package io.poolbench.model;

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
 */
public record ThreadDemand(int level, double tps, double threads) {
  /** The share of the highest throughput that counts as nearly all of it. */
  private static final double NEARLY_ALL = 0.9;

  private static final int MAX_THREADS = 2_000;

  /** The demand that a cell measured; empty without levels of which both figures are known. */
  public static Optional<ThreadDemand> of(RepeatedCell cell) {
    return of(
        cell.levelResults().stream()
            .filter(LevelResult::isValid)
            .flatMap(ThreadDemand::of)
            .toList());
  }

  private static Stream<ThreadDemand> of(LevelResult level) {
    Double tps = level.median(Metric.TPS);
    Double threads = level.median(Metric.POOL_ACTIVE_MEAN);
    return tps == null || threads == null
        ? Stream.of()
        : Stream.of(new ThreadDemand(level.level(), tps, threads));
  }

  /** The demand at the first of rising loads that gives nearly the highest throughput. */
  static Optional<ThreadDemand> of(List<ThreadDemand> loads) {
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
    double millis =
        sla.bounds().stream()
            .filter(bound -> Metric.of(bound).isResponseTime())
            .mapToDouble(Sla.Bound::limit)
            .min()
            .orElse(0);
    return 2 * tps * millis / 1_000;
  }

  /** Sizes worth comparing: half of the threads, as many, and twice as many; rising, distinct. */
  public List<Integer> sizes() {
    return Stream.of(threads / 2, threads, 2 * threads)
        .map(size -> (int) Math.min(MAX_THREADS, Math.max(1, Math.ceil(size))))
        .distinct()
        .toList();
  }
}
