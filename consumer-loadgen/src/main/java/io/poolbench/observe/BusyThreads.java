package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import java.util.Collections;
import java.util.List;

/**
 * The number of a pool's busy threads, by time.
 *
 * @param p999 not exceeded in 99.9 % of the samples
 * @param maxAtMillis the begin of the second with the maximum, since that of the observation
 * @param fullShare the share of samples in which a further task would have waited, or been refused
 */
public record BusyThreads(
    Average average,
    int median,
    int p999,
    int max,
    long maxAtMillis,
    double fullShare,
    Waiting waiting) {
  public record Average(double threads, double deviation) {}

  /** Tasks in the queue, and most of busy threads and queued tasks together. */
  public record Waiting(int maxQueued, int maxHeldOrQueued) {}

  static BusyThreads of(PoolSetup setup, List<TimedPoolSecond> uses) {
    List<Integer> busy = uses.stream().flatMap(use -> use.use().samples().busy().stream()).toList();
    List<Integer> queued =
        uses.stream().flatMap(use -> use.use().samples().queued().stream()).toList();
    List<Integer> rising = busy.stream().sorted().toList();
    int max = rising.get(rising.size() - 1);
    int both = 0;
    int full = 0;
    for (int i = 0; i < busy.size(); i++) {
      both = Math.max(both, busy.get(i) + queued.get(i));
      full += isFull(setup, busy.get(i), queued.get(i)) ? 1 : 0;
    }
    return new BusyThreads(
        average(busy),
        quantile(rising, 0.5),
        quantile(rising, 0.999),
        max,
        uses.stream()
            .filter(use -> use.use().samples().busy().contains(max))
            .findFirst()
            .orElseThrow()
            .fromMillis(),
        (double) full / busy.size(),
        new Waiting(Collections.max(queued), both));
  }

  /**
   * Threads beyond the core may be idle while a task passes the queue, so that it tells nothing. No
   * further task comes to a scheduler but those that it was given before.
   */
  private static boolean isFull(PoolSetup setup, int busy, int queued) {
    return setup.isScheduler()
        ? busy >= setup.max() && queued > 0
        : (setup.isBounded() && (busy >= setup.max() || busy + queued > setup.max()))
            || (busy == setup.filled() && queued > 0);
  }

  private static Average average(List<Integer> values) {
    double mean = values.stream().mapToInt(Integer::intValue).average().orElseThrow();
    double variance =
        values.stream().mapToDouble(each -> Math.pow(each - mean, 2)).average().orElseThrow();
    return new Average(mean, Math.sqrt(variance));
  }

  private static int quantile(List<Integer> rising, double share) {
    return rising.get((int) Math.ceil(share * rising.size()) - 1);
  }
}
