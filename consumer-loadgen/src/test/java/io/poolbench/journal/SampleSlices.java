package io.poolbench.journal;

import io.poolbench.Changed;
import io.poolbench.core.ProviderMetrics;
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
import java.util.stream.IntStream;

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

  /** A batch of calls answered OK in these times. */
  public static Batch batch(Instant at, long nanos, Durations times) {
    return batch(at, nanos, Calls.ok(times.count()), times);
  }

  /**
   * A batch of any calls.
   *
   * @param times those of the calls that were answered OK
   */
  public static Batch batch(Instant at, long nanos, Calls calls, Durations times) {
    return new Batch(new Span(at, nanos), calls, times(times));
  }

  /** Consecutive batches which are all alike and last for a length of time together. */
  public static List<Batch> batches(
      int number, Instant at, Duration length, Calls calls, Durations times) {
    long nanos = length.toNanos() / number;
    return IntStream.range(0, number)
        .mapToObj(batch -> batch(at.plusNanos(batch * nanos), nanos, calls, times))
        .toList();
  }

  /** A valid slice of cell {@code fixed 4}. */
  public static Slice slice(int round, int level, Batch... batches) {
    return slice(new Key("fixed 4", 1, new Turn(round, round), level, ""), List.of(batches));
  }

  /** A valid slice without counters, and without failed or pending calls. */
  public static Slice slice(Key key, List<Batch> batches) {
    return new Slice(key, batches, Pending.NONE, Map.of(), Counters.UNKNOWN, Set.of());
  }

  /** Consecutive batches of equal length, each with one of these lists of response times. */
  public static Slice slice(int round, int level, long batchMillis, long[]... responseMillis) {
    Instant start = START.plusSeconds(60L * round);
    return slice(
        round,
        level,
        IntStream.range(0, responseMillis.length)
            .mapToObj(
                i ->
                    batch(
                        start.plusMillis(i * batchMillis),
                        batchMillis * 1_000_000,
                        ofMillis(responseMillis[i])))
            .toArray(Batch[]::new));
  }

  /** The same slice, whose pending requests grow by so many in each batch from one on. */
  public static Slice growing(Slice slice, int from, long growth) {
    List<Batch> batches = new ArrayList<>(slice.batches());
    batches
        .subList(from, batches.size())
        .replaceAll(each -> Changed.with(each, "calls", each.calls().with(CallSum.GROWTH, growth)));
    return slice.with(batches);
  }

  public static Slice pending(Slice slice, long... agesMillis) {
    return Changed.with(slice, "pending", new Pending(ofMillis(agesMillis), 0));
  }

  private static Durations ofMillis(long... millis) {
    return Durations.of(Arrays.stream(millis).map(each -> each * 1_000_000).toArray());
  }

  /** What calls gain in a stage of the provider, which takes so many milliseconds of each. */
  public static Map<String, Double> stage(String name, long calls, double millis) {
    return Map.of(
        ProviderMetrics.sum(name),
        calls * millis / 1e3,
        ProviderMetrics.count(name),
        (double) calls);
  }

  public static Journal journal(List<? extends Entry> entries) {
    Journal journal = Journal.inMemory();
    entries.forEach(entry -> add(journal, entry));
    return journal;
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
