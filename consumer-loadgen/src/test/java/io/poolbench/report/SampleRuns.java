package io.poolbench.report;

import io.poolbench.api.EffectivePool;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Host;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.Pending;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.study.Cell;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Journals of runs whose response times follow from a pool's knee: the users it serves at once. */
public final class SampleRuns {
  public static final Instant START = Instant.parse("2026-11-28T12:17:00Z");
  static final Host HOST =
      new Host("Linux 6.1", "6.1.0", "Xeon 2.1 GHz", "0-1", 8L << 30, "OpenJDK 17.0.15", "");

  private static final int BATCHES = 4;
  private static final int QUANTILES = 400;

  /** Of a standard normal distribution, in the middle of equal shares. */
  private static final double[] NORMAL =
      IntStream.range(0, QUANTILES)
          .mapToDouble(i -> (i + 0.5) / QUANTILES)
          .map(NormalDistribution.of(0, 1)::inverseCumulativeProbability)
          .toArray();

  private SampleRuns() {}

  public static Study parse(String name, String... lines) {
    return PlainStudy.LOADER.parse(name, name, String.join("\n", lines) + "\n", List.of());
  }

  /** The study {@code quick}, with the pools of its cells. */
  public static Study quick() {
    return parse(
        "quick",
        "title: Fixed against cached at a glance, in at most two minutes",
        "paired: {rounds: 9}",
        "load: {users: [8, 12, 16, 24, 32, 48, 64], warmup: 12s, settle: 70ms, measure: 200ms}",
        "sla: {tp99: 10ms}",
        "cells:",
        "- {name: fixed 4 queue 1000, provider: {threadpool: fixed, threads: 4, queues: 1000}}",
        "- {name: fixed 16 queue 1000, provider: {threadpool: fixed, threads: 16, queues: 1000}}",
        "- {name: cached 20/200, provider: {threadpool: cached, corethreads: 20, threads: 200}}");
  }

  /** A journal of rounds over all levels, with a knee for each cell. */
  public static Journal paired(Study study, int... knees) {
    Journal journal = begun();
    Instant at = START;
    int block = 0;
    for (int i = 0; i < study.cells().size(); i++) {
      SampleSlices.add(journal, opened(study.cells().get(i), 1));
    }
    for (int round = 1; round <= study.paired().rounds(); round++) {
      for (int level : study.cells().get(0).load().levels()) {
        block++;
        for (int slice = 0; slice < 2; slice++) {
          for (int i = 0; i < study.cells().size(); i++) {
            at = at.plusMillis(300);
            Key key = new Key(study.cells().get(i).name(), 1, new Turn(round, block), level, "");
            double slowness = 1 + 0.01 * (round % 3);
            SampleSlices.add(journal, slice(key, at, Duration.ofMillis(200), knees[i], slowness));
          }
        }
      }
    }
    SampleSlices.add(journal, new Entry.Ended(at, true));
    return journal;
  }

  /** A journal of steps of ten seconds, cell after cell, in each repetition. */
  public static Journal steps(Study study, int repetitions, int... knees) {
    Journal journal = begun();
    Instant at = START;
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (int i = 0; i < study.cells().size(); i++) {
        Cell cell = study.cells().get(i);
        SampleSlices.add(journal, opened(cell, repetition));
        int block = 0;
        for (int level : cell.load().levels()) {
          block++;
          at = at.plusSeconds(11);
          Key key = new Key(cell.name(), repetition, new Turn(1, block), level, "");
          double slowness = 1 + 0.02 * (repetition - 1);
          SampleSlices.add(journal, slice(key, at, Duration.ofSeconds(10), knees[i], slowness));
        }
      }
    }
    SampleSlices.add(journal, new Entry.Ended(at, true));
    return journal;
  }

  /** A journal of one level for each cell, with a slice for each of these parts. */
  public static Journal parts(Study study, List<String> parts, int... knees) {
    Journal journal = begun();
    Instant at = START;
    for (int i = 0; i < study.cells().size(); i++) {
      Cell cell = study.cells().get(i);
      SampleSlices.add(journal, opened(cell, 1));
      for (int level : cell.load().levels()) {
        for (String part : parts) {
          at = at.plusSeconds(10);
          Key key = new Key(cell.name(), 1, new Turn(1, 1), level, part);
          SampleSlices.add(journal, slice(key, at, Duration.ofSeconds(10), knees[i], 1));
        }
      }
    }
    SampleSlices.add(journal, new Entry.Ended(at, true));
    return journal;
  }

  public static Journal begun() {
    Journal journal = Journal.inMemory();
    SampleSlices.add(journal, new Entry.Began(START, "digest", "0.1.0", HOST, Map.of()));
    return journal;
  }

  public static Entry.Opened opened(Cell cell, int repetition) {
    int threads = Math.min(cell.provider().pool().threads(), 1_000);
    return new Entry.Opened(
        cell.name(),
        repetition,
        new EffectivePool(
            "ThreadPoolExecutor", threads, threads, 60_000L, "LinkedBlockingQueue", 1_000),
        new CellEnvironment(
            "0", "1", true, List.of("java"), "embedded 7.0.15", "3.3.6, quiet", null),
        new Entry.WarmUp(16, 11.8, true, "spread 1.2 % (limit 3 %)"));
  }

  /** A slice of a pool that answers {@code knee} users at once; more of them wait. */
  public static Slice slice(Key key, Instant at, Duration length, int knee, double slowness) {
    double median = 5 * slowness * Math.max(1, key.level() / (0.8 * knee));
    double tail = 0.15 + 0.13 * Math.min(3, (double) key.level() / knee);
    double users = key.level();
    long nanos = length.toNanos() / BATCHES;
    long each = Math.max(1, Math.round(users * nanos / (median * 1e6)));
    Durations times = times(each, median, tail);
    long rejected = key.level() > 3 * knee ? each / 50 : 0;
    Calls calls = Calls.ok(times.count()).with(CallSum.REJECTED, rejected);
    return new Slice(
        key,
        SampleSlices.batches(BATCHES, at, length, calls, times),
        Pending.NONE,
        key.level() > 3 * knee ? Map.of("Thread pool is EXHAUSTED", BATCHES * rejected) : Map.of(),
        counters(length, key.level(), knee, median, BATCHES * each),
        Set.of());
  }

  /** Lognormal response times by quantiles. */
  private static Durations times(long calls, double medianMillis, double sigma) {
    long[] counted = new long[2 * QUANTILES];
    for (int i = 0; i < QUANTILES; i++) {
      counted[2 * i] = Math.round(medianMillis * 1e6 * Math.exp(sigma * NORMAL[i]));
      counted[2 * i + 1] = calls * (i + 1) / QUANTILES - calls * i / QUANTILES;
    }
    return SampleSlices.durations(counted);
  }

  private static Counters counters(
      Duration length, int users, int knee, double median, long calls) {
    double seconds = length.toNanos() / 1e9;
    double busy = Math.min(users, knee);
    double wait = Math.max(0, median - 5);
    Map<String, Double> gained = new HashMap<>();
    gained.put(CounterNames.LOAD, seconds);
    gained.put(CounterNames.CALLS, (double) calls);
    gained.put(Side.PROVIDER.cpu(), seconds * Math.min(0.95, calls / seconds / 7_000));
    gained.put(Side.PROVIDER.cpuAvailable(), seconds);
    gained.put(Side.DRIVER.cpu(), 0.2 * seconds);
    gained.put(Side.DRIVER.cpuAvailable(), seconds);
    gained.put(ProviderMetrics.POOL_ACTIVE_TIME, busy * seconds);
    gained.put(ProviderMetrics.QUEUE_TIME, Math.max(0, users - busy) * seconds);
    gained.put(ProviderMetrics.POOL_COMPLETED, (double) calls);
    Map.of(
            ProviderMetrics.QUEUE_WAIT, wait,
            ProviderMetrics.SERVICE, 4.0,
            ProviderMetrics.REDIS, 2.2,
            ProviderMetrics.APPLICATION, 1.8)
        .forEach((stage, millis) -> gained.putAll(SampleSlices.stage(stage, calls, millis)));
    gained.put(Side.PROVIDER.ticks(), 100.0);
    gained.put(Side.PROVIDER.stealTicks(), 0.0);
    gained.put(Side.PROVIDER.otherTicks(), 1.0);
    gained.put(Side.DRIVER.ticks(), 100.0);
    gained.put(Side.DRIVER.stealTicks(), 0.0);
    gained.put(Side.DRIVER.otherTicks(), 0.0);
    return new Counters(
        gained,
        Map.of(),
        Map.of(ProviderMetrics.POOL_SIZE, busy),
        Map.of(
            ProviderHistograms.CPU_GAUGE, SampleSlices.durations(50_000, length.toMillis() / 20)));
  }
}
