package io.poolbench.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Slices of a closed loop, made of response times. */
public final class SampleSlices {
  public static final Instant START = Instant.parse("2026-11-01T12:30:00Z");

  private SampleSlices() {}

  /** The response times of a closed loop without think time. */
  public static Times times(Durations response) {
    return new Times(response, Durations.NONE, Durations.NONE, Durations.NONE);
  }

  /** A batch that starts so many milliseconds after {@link #START}. */
  public static Batch batch(long startMillis, long millis, long... responseMillis) {
    Durations times =
        Durations.of(Arrays.stream(responseMillis).map(each -> each * 1_000_000).toArray());
    return new Batch(
        new Span(START.plus(Duration.ofMillis(startMillis)), millis * 1_000_000),
        Calls.ok(times.count()),
        times(times));
  }

  /** A valid slice of cell {@code fixed 4} without counters. */
  public static Slice slice(int round, int level, Batch... batches) {
    return new Slice(
        new Key("fixed 4", 1, new Turn(round, round), level, ""),
        List.of(batches),
        Pending.NONE,
        Map.of(),
        Counters.UNKNOWN,
        Set.of());
  }

  /** Consecutive batches of equal length, each with one of these lists of response times. */
  public static Slice slice(int round, int level, long batchMillis, long[]... responseMillis) {
    List<Batch> batches = new ArrayList<>();
    for (long[] times : responseMillis) {
      batches.add(batch(round * 60_000L + batches.size() * batchMillis, batchMillis, times));
    }
    return slice(round, level, batches.toArray(Batch[]::new));
  }

  public static Slice pending(Slice slice, long... agesMillis) {
    Durations ages =
        Durations.of(Arrays.stream(agesMillis).map(each -> each * 1_000_000).toArray());
    return new Slice(
        slice.key(),
        slice.batches(),
        new Pending(ages, 0),
        slice.failures(),
        slice.counters(),
        slice.violations());
  }

  public static Slice counting(Slice slice, Counters counters) {
    return new Slice(
        slice.key(),
        slice.batches(),
        slice.pending(),
        slice.failures(),
        counters,
        slice.violations());
  }
}
