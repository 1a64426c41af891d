package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import java.util.List;

/**
 * Tasks that a pool has completed. Figures are null if the pool does not count its tasks.
 *
 * @param burstiness variance by mean of the counts by second: 1 where callers are independent
 * @param refused null if the pool does not count them
 */
public record CallRate(
    long calls, Double perSecond, Double busiestSecond, Double burstiness, Long refused) {
  static CallRate of(PoolSetup setup, List<TimedPoolSecond> uses) {
    Long refused =
        setup.counts().refusals()
            ? (Long) uses.stream().mapToLong(use -> use.use().counts().refused()).sum()
            : null;
    if (!setup.counts().tasks()) {
      return new CallRate(0, null, null, null, refused);
    }
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
        refused);
  }
}
