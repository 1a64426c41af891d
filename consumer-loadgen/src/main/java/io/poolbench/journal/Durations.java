package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Durations in nanoseconds, counted in the buckets of an HdrHistogram of three significant digits.
 * Only buckets with a count are kept, so that thousands of short stretches of a run fit into
 * memory. Immutable.
 *
 * <p>Figures are those of an HdrHistogram with the same counts: a percentile and the maximum are
 * the highest value of their bucket, the minimum the lowest, and the mean weighs the middle of each
 * bucket.
 */
public final class Durations {
  private static final int SIGNIFICANT_DIGITS = 3;

  /** What precedes the compressed bytes of an HdrHistogram, and its header within them. */
  private static final int PREFIX_BYTES = 8;

  private static final int HEADER_BYTES = 40;
  private static final int DIGITS_OFFSET = 12;

  /** 2^11 is the smallest power of two above 2 x 10^3: so many sub-buckets resolve three digits. */
  private static final int SUB_BUCKET_BITS = 11;

  private static final int SUB_BUCKETS = 1 << SUB_BUCKET_BITS;
  private static final int HALF_BITS = SUB_BUCKET_BITS - 1;

  public static final Durations NONE = new Durations(new int[0], new long[0]);

  /** Indexes of buckets, rising. */
  private final int[] buckets;

  private final long[] counts;
  private final long count;

  private Durations(int[] buckets, long[] counts) {
    this.buckets = buckets;
    this.counts = counts;
    this.count = Arrays.stream(counts).sum();
  }

  /** Copies a histogram of nanoseconds with at least three significant digits. */
  public static Durations copyOf(Histogram histogram) {
    IntStream.Builder buckets = IntStream.builder();
    LongStream.Builder counts = LongStream.builder();
    int bucket = -1;
    long count = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      int next = bucket(value.getValueIteratedTo());
      if (next != bucket && count > 0) {
        buckets.add(bucket);
        counts.add(count);
        count = 0;
      }
      bucket = next;
      count += value.getCountAtValueIteratedTo();
    }
    if (count == 0) {
      return NONE;
    }
    buckets.add(bucket);
    counts.add(count);
    return new Durations(buckets.build().toArray(), counts.build().toArray());
  }

  /** Durations of these lengths; a negative one counts as 0. */
  public static Durations of(long... nanos) {
    int[] each = Arrays.stream(nanos).mapToInt(one -> bucket(Math.max(0, one))).sorted().toArray();
    int[] buckets = Arrays.stream(each).distinct().toArray();
    long[] counts = new long[buckets.length];
    int at = 0;
    for (int bucket : each) {
      at += bucket == buckets[at] ? 0 : 1;
      counts[at]++;
    }
    return counted(counts, i -> buckets[i]);
  }

  /**
   * Durations by bucket, as a recorder counts them.
   *
   * @param counts of the buckets with these indexes; not negative
   */
  public static Durations ofBuckets(int[] buckets, long[] counts) {
    if (buckets.length != counts.length) {
      throw new IllegalArgumentException(buckets.length + " buckets, " + counts.length + " counts");
    }
    for (int i = 0; i < buckets.length; i++) {
      if (counts[i] < 0 || (i > 0 && buckets[i] <= buckets[i - 1])) {
        throw new IllegalArgumentException("bucket " + buckets[i] + " with count " + counts[i]);
      }
    }
    return counted(counts, i -> buckets[i]);
  }

  /** The counts that are not 0, in rising order of their buckets. */
  private static Durations counted(long[] counts, IntUnaryOperator bucketAt) {
    int used = 0;
    for (long each : counts) {
      used += each == 0 ? 0 : 1;
    }
    if (used == 0) {
      return NONE;
    }
    int[] buckets = new int[used];
    long[] known = new long[used];
    int at = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        buckets[at] = bucketAt.applyAsInt(i);
        known[at++] = counts[i];
      }
    }
    return new Durations(buckets, known);
  }

  /** The index of a value's bucket: its leading 11 bits, and how far they are shifted. */
  public static int bucket(long nanos) {
    int shift = Long.SIZE - SUB_BUCKET_BITS - Long.numberOfLeadingZeros(nanos | (SUB_BUCKETS - 1));
    return (shift << HALF_BITS) + (int) (nanos >>> shift);
  }

  private static int shift(int bucket) {
    return Math.max(0, (bucket >>> HALF_BITS) - 1);
  }

  private static long lowest(int bucket) {
    return (long) (bucket - (shift(bucket) << HALF_BITS)) << shift(bucket);
  }

  private static long highest(int bucket) {
    return lowest(bucket) + (1L << shift(bucket)) - 1;
  }

  private static long middle(int bucket) {
    return lowest(bucket) + (1L << shift(bucket) >> 1);
  }

  /** Both together, in the time of their used buckets: slices add up by thousands. */
  public Durations plus(Durations other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    int[] merged = new int[buckets.length + other.buckets.length];
    long[] sums = new long[merged.length];
    int length = 0;
    int own = 0;
    int their = 0;
    while (own < buckets.length || their < other.buckets.length) {
      int next = Math.min(bucketAt(own), other.bucketAt(their));
      if (bucketAt(own) == next) {
        sums[length] += counts[own];
        own++;
      }
      if (other.bucketAt(their) == next) {
        sums[length] += other.counts[their];
        their++;
      }
      merged[length] = next;
      length++;
    }
    return new Durations(Arrays.copyOf(merged, length), Arrays.copyOf(sums, length));
  }

  /** Beyond the last one, one that no duration has. */
  private int bucketAt(int index) {
    return index < buckets.length ? buckets[index] : Integer.MAX_VALUE;
  }

  public static Durations sum(Collection<Durations> all) {
    List<Durations> some = all.stream().filter(each -> !each.isEmpty()).toList();
    if (some.size() < 2) {
      return some.isEmpty() ? NONE : some.get(0);
    }
    long[] sum = new long[some.stream().mapToInt(Durations::end).max().getAsInt()];
    some.forEach(each -> each.addTo(sum, 1));
    return counted(sum, bucket -> bucket);
  }

  /** The index after that of the last bucket. */
  private int end() {
    return isEmpty() ? 0 : buckets[buckets.length - 1] + 1;
  }

  private void addTo(long[] sum, int sign) {
    for (int i = 0; i < buckets.length; i++) {
      sum[buckets[i]] += sign * counts[i];
    }
  }

  /**
   * The durations that were recorded since an earlier reading of the same recorder.
   *
   * @throws IllegalArgumentException if the earlier reading has more in a bucket
   */
  public Durations minus(Durations earlier) {
    long[] rest = new long[Math.max(end(), earlier.end())];
    addTo(rest, 1);
    earlier.addTo(rest, -1);
    if (Arrays.stream(rest).anyMatch(left -> left < 0)) {
      throw new IllegalArgumentException("fewer durations than before");
    }
    return counted(rest, bucket -> bucket);
  }

  public long count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The number of durations in the bucket of {@code nanos} and above. */
  public long countFrom(long nanos) {
    int least = bucket(Math.max(0, nanos));
    long sum = 0;
    for (int i = buckets.length - 1; i >= 0 && buckets[i] >= least; i--) {
      sum += counts[i];
    }
    return sum;
  }

  /** The longest duration; 0 without one. */
  public long maxNanos() {
    return isEmpty() ? 0 : highest(buckets[buckets.length - 1]);
  }

  /** The lower end of the bucket of the longest duration; 0 without one. */
  public long maxAtLeast() {
    return isEmpty() ? 0 : lowest(buckets[buckets.length - 1]);
  }

  /** The shortest duration; 0 without one. */
  public long minNanos() {
    return isEmpty() ? 0 : lowest(buckets[0]);
  }

  /** The sum of all durations. */
  public double sumNanos() {
    double sum = 0;
    for (int i = 0; i < buckets.length; i++) {
      sum += (double) middle(buckets[i]) * counts[i];
    }
    return sum;
  }

  /** NaN without a duration. */
  public double meanNanos() {
    return sumNanos() / count;
  }

  /** The standard deviation; NaN without a duration. */
  public double deviationNanos() {
    double mean = meanNanos();
    double squares = 0;
    for (int i = 0; i < buckets.length; i++) {
      squares += Math.pow(middle(buckets[i]) - mean, 2) * counts[i];
    }
    return Math.sqrt(squares / count);
  }

  /** The smallest duration that at least {@code percent} % do not exceed; 0 without one. */
  public long percentileNanos(double percent) {
    // As HdrHistogram: just below the given percentile, so that 50 % of two are the first of them.
    double wanted = Math.min(Math.nextAfter(percent, Double.NEGATIVE_INFINITY), 100);
    long rank = Math.max(1, (long) Math.ceil(wanted * count / 100));
    long sum = 0;
    for (int i = 0; i < buckets.length; i++) {
      sum += counts[i];
      if (sum >= rank) {
        return highest(buckets[i]);
      }
    }
    return 0;
  }

  /** Passes each bucket with a count: the middle of the bucket in nanoseconds, and the count. */
  public void forEach(Bucket receiver) {
    for (int i = 0; i < buckets.length; i++) {
      receiver.accept(middle(buckets[i]), counts[i]);
    }
  }

  /** Receives the buckets of durations. */
  @FunctionalInterface
  public interface Bucket {
    void accept(long nanos, long count);
  }

  /** A new HdrHistogram with these counts. */
  public Histogram histogram() {
    Histogram histogram = new Histogram(1, Math.max(2, maxAtLeast()), SIGNIFICANT_DIGITS);
    for (int i = 0; i < buckets.length; i++) {
      histogram.recordValueWithCount(lowest(buckets[i]), counts[i]);
    }
    return histogram;
  }

  /**
   * The text in files: HdrHistogram's V2 encoding, compressed, in base64; empty if there is none.
   */
  @JsonValue
  public String text() {
    if (isEmpty()) {
      return "";
    }
    Histogram histogram = histogram();
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /**
   * Reads {@link #text()}.
   *
   * @throws IllegalArgumentException if the text is something else
   */
  @JsonCreator
  public static Durations parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    try {
      byte[] compressed = Base64.getDecoder().decode(text);
      requireDigits(compressed);
      return copyOf(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(compressed), 0));
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("no HdrHistogram in base64", e);
    }
  }

  /** HdrHistogram allocates what the digits in the header need: 100 MB for five of them. */
  private static void requireDigits(byte[] compressed) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(compressed, PREFIX_BYTES, compressed.length - PREFIX_BYTES);
      byte[] header = new byte[HEADER_BYTES];
      if (inflater.inflate(header) < HEADER_BYTES
          || ByteBuffer.wrap(header).getInt(DIGITS_OFFSET) != SIGNIFICANT_DIGITS) {
        throw new IllegalArgumentException("not of " + SIGNIFICANT_DIGITS + " significant digits");
      }
    } finally {
      inflater.end();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Durations that
        && Arrays.equals(buckets, that.buckets)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(buckets) + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return isEmpty() ? "no durations" : count + " durations of up to " + maxNanos() + " ns";
  }
}
