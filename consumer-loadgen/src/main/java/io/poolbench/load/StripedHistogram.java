package io.poolbench.load;

import io.poolbench.journal.Durations;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

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

  /** Batches of the usual length have some hundred buckets. */
  private static final int INITIAL_BUCKETS = 256;

  private static final int CELLS = Durations.bucket(HIGHEST_NANOS) + 1;

  private final AtomicReferenceArray<AtomicLongArray> stripes;
  private final int stripeMask;
  private final long[] taken = new long[CELLS];

  StripedHistogram(int least) {
    int count = Integer.highestOneBit(2 * least - 1);
    stripes = new AtomicReferenceArray<>(count);
    stripeMask = count - 1;
  }

  /** Records a duration; a negative one is recorded as 0. */
  void record(long nanos) {
    int stripe = (int) Thread.currentThread().getId() & stripeMask;
    AtomicLongArray counts = stripes.get(stripe);
    if (counts == null) {
      counts = first(stripe);
    }
    counts.getAndIncrement(Durations.bucket(Math.max(0, Math.min(nanos, HIGHEST_NANOS))));
  }

  private AtomicLongArray first(int stripe) {
    stripes.compareAndSet(stripe, null, new AtomicLongArray(CELLS));
    return stripes.get(stripe);
  }

  /**
   * The durations since the last {@code take}. Only buckets with a count are allocated, because
   * {@code take} runs while the driver's own allocation is measured.
   */
  Durations take() {
    AtomicLongArray[] written = written();
    if (written.length == 0) {
      return Durations.NONE;
    }
    int[] buckets = new int[INITIAL_BUCKETS];
    long[] gained = new long[INITIAL_BUCKETS];
    int size = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      long count = count(written, cell);
      if (count != taken[cell]) {
        if (size == buckets.length) {
          buckets = Arrays.copyOf(buckets, 2 * size);
          gained = Arrays.copyOf(gained, 2 * size);
        }
        buckets[size] = cell;
        gained[size++] = count - taken[cell];
        taken[cell] = count;
      }
    }
    return Durations.ofBuckets(Arrays.copyOf(buckets, size), Arrays.copyOf(gained, size));
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
}
