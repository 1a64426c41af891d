package io.poolbench.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The ages of the calls that were pending at an instant, in nanoseconds: lower bounds of their
 * response times. Immutable.
 */
public final class PendingCalls {
  public static final PendingCalls NONE = of(LongStream.empty());

  @JsonValue private final long[] agesNanos;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  private PendingCalls(long[] agesNanos) {
    this.agesNanos = agesNanos;
  }

  /**
   * Creates pending calls of these ages in nanoseconds, in any order; a negative age counts as 0.
   */
  public static PendingCalls of(LongStream agesNanos) {
    return new PendingCalls(agesNanos.map(age -> Math.max(0, age)).toArray());
  }

  static PendingCalls together(Stream<PendingCalls> several) {
    return of(several.flatMapToLong(each -> Arrays.stream(each.agesNanos)));
  }

  /** The ages in nanoseconds, in no particular order. */
  public LongStream agesNanos() {
    return Arrays.stream(agesNanos);
  }

  public long count() {
    return agesNanos.length;
  }

  /**
   * The number of calls that reached an age within a past span of time.
   *
   * @param ageNanos the age
   * @param sinceNanos time from the span's end until now
   * @param untilNanos time from the span's beginning until now, exclusive; {@link Long#MAX_VALUE} =
   *     the span has no beginning
   */
  public long reached(long ageNanos, long sinceNanos, long untilNanos) {
    return Arrays.stream(agesNanos)
        .map(age -> age - ageNanos)
        .filter(ago -> ago >= sinceNanos && ago < untilNanos)
        .count();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PendingCalls that && Arrays.equals(agesNanos, that.agesNanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(agesNanos);
  }
}
