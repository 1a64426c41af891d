package io.poolbench.server.timing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A growing sum of durations and how many they were.
 *
 * <p>Thread-safe; {@link #add} neither locks nor allocates. Sum and count are read apart: calls
 * that end between the two reads are in the later one only.
 */
public final class DurationSum {
  private final LongAdder nanos = new LongAdder();
  private final LongAdder count = new LongAdder();

  public void add(long durationNanos) {
    nanos.add(durationNanos);
    count.increment();
  }

  public long totalNanos() {
    return nanos.sum();
  }

  public double total(TimeUnit unit) {
    return (double) nanos.sum() / unit.toNanos(1);
  }

  public long count() {
    return count.sum();
  }
}
