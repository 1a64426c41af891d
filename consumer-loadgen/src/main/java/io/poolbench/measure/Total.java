package io.poolbench.measure;

import java.util.concurrent.atomic.LongAdder;

/**
 * A sum that many threads add to, given out interval by interval. It only ever grows, for the same
 * reason as the counts of {@link StripedHistogram} do.
 *
 * <p>{@link #add} allocates nothing once its writers have met; {@link #take} is for one thread.
 */
final class Total {
  private final LongAdder sum = new LongAdder();
  private long taken;

  void add(long amount) {
    sum.add(amount);
  }

  /** What was added since the last taking. */
  long take() {
    long now = sum.sum();
    long interval = now - taken;
    taken = now;
    return interval;
  }
}
