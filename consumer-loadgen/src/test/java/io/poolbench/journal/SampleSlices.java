package io.poolbench.journal;

import io.poolbench.Changed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Slices of a closed loop, made of response times, and what is beside them in a journal. */
public final class SampleSlices {
  public static final Instant START = Instant.parse("2026-11-01T12:30:00Z");
  public static final Host HOST = new Host("Linux", "6.1", "Xeon", "0-7", 8L << 30, "JDK 17", "");

  private SampleSlices() {}

  /** The response times of a closed loop without think time. */
  public static Times times(Durations response) {
    return new Times(response, Durations.NONE, Durations.NONE, Durations.NONE);
  }

  /** Durations of these lengths in ns, each of which is followed by the number of them. */
  public static Durations durations(long... nanosAndCounts) {
    Map<Integer, Long> buckets = new TreeMap<>();
    for (int i = 0; i < nanosAndCounts.length; i += 2) {
      buckets.merge(Durations.bucket(nanosAndCounts[i]), nanosAndCounts[i + 1], Long::sum);
    }
    return Durations.ofBuckets(
        buckets.keySet().stream().mapToInt(Integer::intValue).toArray(),
        buckets.values().stream().mapToLong(Long::longValue).toArray());
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
    Key key = new Key("fixed 4", 1, new Turn(round, round), level, "");
    return slice(key, List.of(batches), Counters.UNKNOWN, Set.of());
  }

  /** A slice without failed or pending calls. */
  public static Slice slice(
      Key key, List<Batch> batches, Counters counters, Set<Violation> violations) {
    return new Slice(key, batches, Pending.NONE, Map.of(), counters, violations);
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
    return Changed.with(slice, "pending", new Pending(ages, 0));
  }

  /** A cell whose pool is unknown, before its warm-up. */
  public static Entry.Opened opened(String cell, int repetition) {
    return new Entry.Opened(
        cell,
        repetition,
        null,
        new CellEnvironment("0", "1", true, List.of("java"), "", "3.3.6", null),
        null);
  }

  public static void add(Journal journal, Entry entry) {
    try {
      journal.add(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
