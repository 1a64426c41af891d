package io.poolbench.measure;

import java.util.concurrent.atomic.LongAdder;

/**
 * A sum to which many threads add, taken interval by interval. It only grows, for the same reason
 * as the counts of {@link StripedHistogram}.
 *
 * <p>{@link #add} allocates nothing once its writers have collided; {@link #take} is for one
 * thread.
 */
final class Total {
  private final LongAdder sum = new LongAdder();
  private long taken;

  void add(long amount) {
    sum.add(amount);
  }

  /** The amount added since the last {@code take}. */
  long take() {
    long now = sum.sum();
    long interval = now - taken;
    taken = now;
    return interval;
  }
}
