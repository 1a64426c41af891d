package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import java.util.List;

/**
 * Tasks that a pool has completed.
 *
 * @param burstiness variance by mean of the counts by second: 1 where callers are independent
 * @param refused null if the pool does not count them
 */
public record CallRate(
    long calls, double perSecond, double busiestSecond, double burstiness, Long refused) {
  static CallRate of(PoolSetup setup, List<TimedPoolSecond> uses) {
    double seconds = uses.stream().mapToDouble(TimedPoolSecond::seconds).sum();
    long calls = uses.stream().mapToLong(TimedPoolSecond::calls).sum();
    double mean = calls / seconds;
    double variance =
        uses.stream().mapToDouble(use -> Math.pow(use.perSecond() - mean, 2)).average().orElse(0);
    return new CallRate(
        calls,
        mean,
        uses.stream().mapToDouble(TimedPoolSecond::perSecond).max().orElse(0),
        mean == 0 ? 0 : variance / mean,
        setup.counts().refusals()
            ? (Long) uses.stream().mapToLong(use -> use.use().counts().refused()).sum()
            : null);
  }
}
