package io.poolbench.lab;

import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.load.Loaded;
import io.poolbench.report.SampleRuns;
import io.poolbench.study.Cell;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The metrics of slices whose counters gained what is between two readings each. */
record Gained(List<Counters> windows) {
  private static final Cell CELL = SampleRuns.quick().cells().get(0);

  /** Two readings of a provider, four seconds apart by the driver's clock. */
  static Gained between(
      ProcessCounters before, ProcessCounters after, Loaded loaded, int providerCpus) {
    return between(
        SampleCounters.reading(before, ProcessCounters.UNKNOWN, 0),
        SampleCounters.reading(after, ProcessCounters.UNKNOWN, 4),
        loaded,
        plan("0-" + (providerCpus - 1), "9"));
  }

  /** Two readings of a host. */
  static Gained between(
      HostCounters before, HostCounters after, CpuPlan cpus, OptionalLong provider) {
    return new Gained(List.of(after.gainedSince(before, cpus, provider)));
  }

  static Gained between(
      CountersReading before, CountersReading after, Loaded loaded, CpuPlan cpus) {
    return new Gained(List.of(after.gainedSince(before, loaded, cpus)));
  }

  static CpuPlan plan(String provider, String driver) {
    return new CpuPlan(CpuList.parse(provider), CpuList.parse(driver));
  }

  static Loaded calls(long calls) {
    return new Loaded(Optional.empty(), calls);
  }

  static Loaded calls(long calls, Duration loaded) {
    return new Loaded(Optional.of(loaded), calls);
  }

  /** Null if unknown. */
  Double of(Metric metric) {
    return metric.of(level());
  }

  /** All metrics that are known. */
  Map<Metric, Double> values() {
    Map<Metric, Double> known = new EnumMap<>(Metric.class);
    Arrays.stream(Metric.values())
        .filter(metric -> of(metric) != null)
        .forEach(metric -> known.put(metric, of(metric)));
    return known;
  }

  private Level level() {
    return new Level(CELL, IntStream.range(0, windows.size()).mapToObj(this::slice).toList());
  }

  private Slice slice(int window) {
    Instant at = Instant.ofEpochSecond(10L * window);
    long nanos = TimeUnit.SECONDS.toNanos(4);
    return SampleSlices.slice(
            new Key(CELL.name(), 1, new Turn(1, window + 1), 8, ""),
            List.of(SampleSlices.batch(at, nanos, Durations.of(5_000_000))))
        .with(windows.get(window));
  }

  /** Together with a later window. */
  Gained and(Gained later) {
    return new Gained(Stream.concat(windows.stream(), later.windows.stream()).toList());
  }
}
