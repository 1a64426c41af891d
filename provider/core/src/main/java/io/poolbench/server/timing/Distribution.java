package io.poolbench.server.timing;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * The distribution of all recorded values: a histogram of three significant digits and the exact
 * sum.
 *
 * <p>Cumulative: the values between two moments are the later snapshot minus the earlier one, so
 * that readers disturb neither each other nor writers. A snapshot contains a value completely or
 * not at all; in the latter case the next snapshot contains it. Sum, count and snapshot are read
 * separately and may differ by values that are being recorded.
 *
 * <p>Thread-safe. {@link #record} is wait-free and allocates nothing.
 */
public final class Distribution {
  /** One hour; longer durations are recorded as this value in the histogram. */
  static final long MAX_NANOS = 3_600_000_000_000L;

  /** Shorter durations share a bucket, because clocks are not more precise. */
  private static final long MIN_NANOS = 100;

  private static final long MAX_NUMBER = 1L << 30;
  private static final int SIGNIFICANT_DIGITS = 3;

  /** A power of two, at most 8: only threads that run at once contend; more would waste cache. */
  private static final int STRIPES =
      Integer.highestOneBit(Math.min(8, Runtime.getRuntime().availableProcessors()));

  private final long highest;
  private final AtomicHistogram[] stripes;
  private final LongAdder sum = new LongAdder();

  private Distribution(long lowest, long highest, int stripes) {
    this.highest = highest;
    this.stripes =
        Stream.generate(() -> new AtomicHistogram(lowest, highest, SIGNIFICANT_DIGITS))
            .limit(stripes)
            .toArray(AtomicHistogram[]::new);
  }

  /** A distribution of durations in nanoseconds, for many writers. */
  public static Distribution ofNanos() {
    return new Distribution(MIN_NANOS, MAX_NANOS, STRIPES);
  }

  /** A distribution of whole numbers such as a queue's length, for one writer. */
  public static Distribution ofNumbers() {
    return new Distribution(1, MAX_NUMBER, 1);
  }

  /** Records a value; a negative one counts as 0. */
  public void record(long value) {
    long recorded = Math.max(0, value);
    sum.add(recorded);
    stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)].recordValue(
        Math.min(recorded, highest));
  }

  public long sum() {
    return sum.sum();
  }

  public long count() {
    long count = 0;
    for (AtomicHistogram stripe : stripes) {
      count += stripe.getTotalCount();
    }
    return count;
  }

  /** A snapshot of the values of all parts. */
  public static Histogram sum(List<Distribution> parts) {
    Histogram all = new Histogram(parts.get(0).stripes[0]);
    for (Distribution part : parts) {
      for (AtomicHistogram stripe : part.stripes) {
        // Adds count by count, because a stripe's total may differ from the sum of its counts.
        all.add(stripe);
      }
    }
    return all;
  }
}
