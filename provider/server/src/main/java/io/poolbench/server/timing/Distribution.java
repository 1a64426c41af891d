package io.poolbench.server.timing;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * How recorded values are distributed, from the beginning on: a histogram of three significant
 * digits, and beside it their exact sum.
 *
 * <p>Only grows: what happened between two moments is the later snapshot less the earlier one, so
 * any number of readers do not disturb each other, nor do they disturb a writer. A value is in a
 * snapshot wholly or not at all, and one that is not is in the next; sum, count and snapshot are
 * read apart, and may differ by the values that are being recorded meanwhile.
 *
 * <p>Thread-safe. {@link #record} is wait-free and allocates nothing.
 */
public final class Distribution {
  /** Longer durations are recorded as this, in the histogram only: one hour. */
  static final long HIGHEST_NANOS = 3_600_000_000_000L;

  /** Shorter durations than this are not told apart: below it clocks tell little. */
  private static final long LOWEST_NANOS = 100;

  private static final long HIGHEST_NUMBER = 1L << 30;
  private static final int SIGNIFICANT_DIGITS = 3;

  /** Threads with this many consecutive numbers do not meet in a cache line. A power of two. */
  private static final int STRIPES = 8;

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

  /** Of durations in nanoseconds, for many writers. */
  public static Distribution ofNanos() {
    return new Distribution(LOWEST_NANOS, HIGHEST_NANOS, STRIPES);
  }

  /** Of whole numbers such as a queue's length, for one writer. */
  public static Distribution ofNumbers() {
    return new Distribution(1, HIGHEST_NUMBER, 1);
  }

  /** Records a value; a negative one counts as 0. */
  public void record(long value) {
    long recorded = Math.max(0, value);
    sum.add(recorded);
    stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)].recordValue(
        Math.min(recorded, highest));
  }

  /** All values together. */
  public long sum() {
    return sum.sum();
  }

  /** How many values there were. */
  public long count() {
    long count = 0;
    for (AtomicHistogram stripe : stripes) {
      count += stripe.getTotalCount();
    }
    return count;
  }

  /** The values so far, as a histogram of the caller's own. */
  public Histogram snapshot() {
    Histogram all = new Histogram(stripes[0]);
    for (AtomicHistogram stripe : stripes) {
      // Adds count by count: the stripe's own total may be ahead of, or behind, its counts.
      all.add(stripe);
    }
    return all;
  }
}
