package io.poolbench.measure;

import java.util.concurrent.atomic.LongAdder;

/**
 * A sum to which many threads add and which one thread takes, interval by interval. As in {@link
 * StripedHistogram}, it only grows. {@link #add} allocates nothing once its writers have collided.
 */
final class Total {
  private final LongAdder sum = new LongAdder();
  private long taken;

  void add(long amount) {
    sum.add(amount);
  }

  long take() {
    long now = sum.sum();
    long interval = now - taken;
    taken = now;
    return interval;
  }
}
