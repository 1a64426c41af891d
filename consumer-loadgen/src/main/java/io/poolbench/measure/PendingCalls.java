package io.poolbench.measure;

import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The ages of the calls that had not ended at an instant, in nanoseconds: how long their response
 * times are at least.
 *
 * <p>Immutable.
 */
public final class PendingCalls {
  public static final PendingCalls NONE = of(LongStream.empty());

  private final long[] agesNanos;

  private PendingCalls(long[] agesNanos) {
    this.agesNanos = agesNanos;
  }

  /** Calls of these ages in nanoseconds, in any order; a negative one counts as 0. */
  public static PendingCalls of(LongStream agesNanos) {
    return new PendingCalls(agesNanos.map(age -> Math.max(0, age)).toArray());
  }

  static PendingCalls together(Stream<PendingCalls> several) {
    return of(several.flatMapToLong(each -> Arrays.stream(each.agesNanos)));
  }

  /** The ages, in no order. */
  public LongStream agesNanos() {
    return Arrays.stream(agesNanos);
  }

  public long count() {
    return agesNanos.length;
  }

  /** How many are as old as a duration or older: they take as long at least, whenever they end. */
  public long from(long nanos) {
    return Arrays.stream(agesNanos).filter(age -> age >= nanos).count();
  }

  /**
   * How many reached an age within a span of time before now.
   *
   * @param ageNanos the age
   * @param sinceNanos how long ago the span ended
   * @param untilNanos how long ago it began, exclusive; {@link Long#MAX_VALUE}: without a beginning
   */
  public long reached(long ageNanos, long sinceNanos, long untilNanos) {
    return Arrays.stream(agesNanos)
        .map(age -> age - ageNanos)
        .filter(ago -> ago >= sinceNanos && ago < untilNanos)
        .count();
  }

  public long oldestNanos() {
    return Arrays.stream(agesNanos).max().orElse(0);
  }

  public long totalNanos() {
    return Arrays.stream(agesNanos).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PendingCalls that && Arrays.equals(agesNanos, that.agesNanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(agesNanos);
  }

  @Override
  public String toString() {
    return count() + " calls, the oldest " + oldestNanos() + " ns";
  }
}
