package io.poolbench.compare;

import io.poolbench.Changed;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A run, made slice by slice, of which each is 10 s long and a block of its own. */
final class SampleRun {
  private static final long SECONDS = 10;

  private final Study study;
  private final Journal journal = Journal.inMemory();
  private int blocks;

  SampleRun(String... lines) {
    this.study = PlainStudy.parse(lines);
    add(new Entry.Began(SampleSlices.START, "digest", "0.1.0", SampleSlices.HOST, Map.of()));
  }

  /** Cell {@code a} at these levels, with TP99 below 10 ms. */
  static SampleRun atLevels(String levels) {
    return ofCells(levels, "a");
  }

  static SampleRun within(String tp99, String levels) {
    return ofCells(tp99, levels, List.of("a"));
  }

  static SampleRun ofCells(String levels, String... names) {
    return ofCells("10ms", levels, List.of(names));
  }

  private static SampleRun ofCells(String tp99, String levels, List<String> names) {
    List<String> lines = new ArrayList<>();
    lines.add("repetitions: 3");
    lines.add("load: {users: [" + levels + "]}");
    lines.add("sla: {tp99: " + tp99 + "}");
    lines.add("cells:");
    for (String name : names) {
      lines.add("- {name: '%s', provider: {threadpool: fixed, threads: 8}}".formatted(name));
    }
    return new SampleRun(lines.toArray(String[]::new));
  }

  SampleRun add(Entry entry) {
    SampleSlices.add(journal, entry);
    return this;
  }

  SampleRun opened(String cell, String redis, boolean pinned) {
    return add(
        Changed.with(
            SampleSlices.opened(cell, 1),
            "environment.redis",
            redis,
            "environment.pinned",
            pinned));
  }

  SampleRun failed(String cell, int repetition) {
    return add(new Entry.Failed(cell, repetition, "provider_ended", ""));
  }

  /** The calls of a slice. */
  record Load(double tps, double millis, long refused, double cpuPct) {
    Load(double tps, double millis) {
      this(tps, millis, 0, 50);
    }
  }

  SampleRun slice(String cell, int repetition, int users, double tps, double millis) {
    return slice(cell, repetition, users, new Load(tps, millis));
  }

  SampleRun slice(String cell, int repetition, int users, Load load) {
    return add(slice(key(cell, repetition, users, ++blocks, ""), load));
  }

  SampleRun invalid(String cell, int repetition, int users) {
    return add(
        slice(key(cell, repetition, users, ++blocks, ""), new Load(2000, 4))
            .with(Set.of(Violation.of(Metric.STEAL, 9, 5))));
  }

  /** A visit of a cell with groups or phases. */
  SampleRun parts(String cell, int repetition, int users, Map<String, Load> parts) {
    blocks++;
    parts.forEach((part, load) -> add(slice(key(cell, repetition, users, blocks, part), load)));
    return this;
  }

  /** A round of a paired run at one level, in both slices of which cells have these calls. */
  SampleRun round(int round, int users, Load... loads) {
    blocks++;
    for (int i = 0; i < 2; i++) {
      for (int cell = 0; cell < loads.length; cell++) {
        String name = study.cells().get(cell).name();
        add(slice(new Key(name, 1, new Turn(round, blocks), users, ""), loads[cell]));
      }
    }
    return this;
  }

  /** Late calls whose share rises with the load, to 1 % at a capacity. */
  SampleRun curve(String cell, int repetition, double capacity) {
    for (int users : study.cells().get(0).load().levels()) {
      long late = Math.round(400 * Math.exp((users - capacity) / 2));
      add(
          slice(
              key(cell, repetition, users, ++blocks, ""),
              SampleSlices.durations(
                  4_000_000, 40_000 - Math.min(20_000, late), 12_000_000, Math.min(20_000, late)),
              0));
    }
    return this;
  }

  private static Key key(String cell, int repetition, int users, int block, String part) {
    return new Key(cell, repetition, new Turn(1, block), users, part);
  }

  private static Slice slice(Key key, Load load) {
    long calls = Math.round(SECONDS * load.tps);
    Map<String, Double> gained =
        new HashMap<>(SampleSlices.stage(ProviderMetrics.SERVICE, calls, 2));
    gained.put(Side.PROVIDER.cpu(), load.cpuPct / 100 * SECONDS);
    gained.put(Side.PROVIDER.cpuAvailable(), (double) SECONDS);
    Durations times = SampleSlices.durations(Math.round(load.millis * 1e6), calls);
    return slice(key, times, load.refused).with(Counters.ofGained(gained));
  }

  private static Slice slice(Key key, Durations times, long refused) {
    Instant at = SampleSlices.START.plusSeconds(100L * key.turn().block() + 10L * key.repetition());
    Calls calls =
        Calls.ok(times.count())
            .with(CallSum.REJECTED, refused)
            .with(CallSum.FAILED_NANOS, refused * 1_000_000);
    return SampleSlices.slice(
        key, List.of(SampleSlices.batch(at, SECONDS * 1_000_000_000, calls, times)));
  }

  /** The run as it is now, with its end. */
  Operand operand(int index, String cell) {
    List<Entry> entries = new ArrayList<>(journal.entries());
    entries.add(new Entry.Ended(SampleSlices.START, true));
    return Operand.of(letter(index), "xyz".substring(index, index + 1), judged(), entries, cell);
  }

  /** As {@link #operand}, of a run that was interrupted. */
  Operand interrupted(int index) {
    return Operand.of(
        letter(index), "xyz".substring(index, index + 1), judged(), journal.entries(), null);
  }

  private static String letter(int index) {
    return "AB".substring(index, index + 1);
  }

  JudgedStudy judged() {
    return JudgedStudy.of(study, journal);
  }
}
