package io.poolbench.load;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.HdrHistogram.Histogram;

/**
 * A histogram of durations with the buckets of an HdrHistogram of three significant digits. Many
 * threads may add to it concurrently, with one atomic addition each.
 *
 * <p>Counts only grow: nothing is swapped or reset while threads write. An interval is the
 * difference to the counts last taken. Writing costs a third of writing to an HdrHistogram {@code
 * Recorder}, and no value is lost. Writers are spread over stripes by thread id, so that they
 * seldom share a cache line. A stripe is allocated by the first thread that is mapped to it.
 *
 * <p>{@link #record} is wait-free and allocates nothing but the stripe, once. {@link #take} must be
 * called by one thread only.
 */
final class StripedHistogram {
  /** One hour; longer durations are recorded as one hour. */
  static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private static final int SIGNIFICANT_DIGITS = 3;

  /**
   * 2^11 is the smallest power of two above 2 x 10^3: this many sub-buckets resolve three digits.
   * Each bucket after the first needs only the upper half of them.
   */
  private static final int SUB_BUCKET_BITS = 11;

  private static final int HALF_BITS = SUB_BUCKET_BITS - 1;
  private static final int SUB_BUCKETS = 1 << SUB_BUCKET_BITS;
  private static final int CELLS = index(HIGHEST_NANOS) + 1;

  /** Shared, and therefore must not be changed. */
  private static final Histogram NONE = new Histogram(1, 2, SIGNIFICANT_DIGITS);

  private final AtomicReferenceArray<AtomicLongArray> stripes;
  private final int stripeMask;
  private final long[] taken = new long[CELLS];

  StripedHistogram(int least) {
    int count = Integer.highestOneBit(2 * least - 1);
    stripes = new AtomicReferenceArray<>(count);
    stripeMask = count - 1;
  }

  /** Merges intervals into a histogram that is no larger than their values need. */
  static Histogram merge(List<Histogram> intervals) {
    long highest = intervals.stream().mapToLong(Histogram::getMaxValue).max().orElse(0);
    if (highest == 0 && intervals.stream().allMatch(each -> each.getTotalCount() == 0)) {
      return NONE;
    }
    Histogram merged = new Histogram(1, Math.max(2, highest), SIGNIFICANT_DIGITS);
    intervals.forEach(merged::add);
    return merged;
  }

  /** Records a duration; a negative one is recorded as 0. */
  void record(long nanos) {
    int stripe = (int) Thread.currentThread().getId() & stripeMask;
    AtomicLongArray counts = stripes.get(stripe);
    if (counts == null) {
      counts = first(stripe);
    }
    counts.getAndIncrement(index(Math.max(0, Math.min(nanos, HIGHEST_NANOS))));
  }

  private AtomicLongArray first(int stripe) {
    stripes.compareAndSet(stripe, null, new AtomicLongArray(CELLS));
    return stripes.get(stripe);
  }

  boolean isUntouched() {
    return written().length == 0;
  }

  /**
   * The durations since the last {@code take}. The histogram is no larger than its values need,
   * because {@code take} runs while the driver's own allocation is measured.
   */
  Histogram take() {
    AtomicLongArray[] written = written();
    int top = CELLS - 1;
    while (top >= 0 && count(written, top) == taken[top]) {
      top--;
    }
    if (top < 0) {
      return NONE;
    }
    Histogram interval = new Histogram(1, Math.max(2, lowestNanos(top)), SIGNIFICANT_DIGITS);
    for (int cell = 0; cell <= top; cell++) {
      long count = count(written, cell);
      if (count != taken[cell]) {
        interval.recordValueWithCount(lowestNanos(cell), count - taken[cell]);
        taken[cell] = count;
      }
    }
    return interval;
  }

  private static long count(AtomicLongArray[] written, int cell) {
    long count = 0;
    for (AtomicLongArray stripe : written) {
      count += stripe.get(cell);
    }
    return count;
  }

  private AtomicLongArray[] written() {
    AtomicLongArray[] written = new AtomicLongArray[stripes.length()];
    int count = 0;
    for (int stripe = 0; stripe < stripes.length(); stripe++) {
      if (stripes.get(stripe) != null) {
        written[count++] = stripes.get(stripe);
      }
    }
    return Arrays.copyOf(written, count);
  }

  /**
   * The index of a value: its leading 11 bits, and the number of bits by which they were shifted.
   */
  private static int index(long nanos) {
    int shift = Long.SIZE - SUB_BUCKET_BITS - Long.numberOfLeadingZeros(nanos | (SUB_BUCKETS - 1));
    return (shift << HALF_BITS) + (int) (nanos >>> shift);
  }

  private static long lowestNanos(int cell) {
    int shift = Math.max(0, (cell >>> HALF_BITS) - 1);
    return (long) (cell - (shift << HALF_BITS)) << shift;
  }
}
