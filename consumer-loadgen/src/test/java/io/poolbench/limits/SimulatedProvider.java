package io.poolbench.limits;

import io.poolbench.Changed;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.SampledPools;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Planner;
import io.poolbench.judge.Visit;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A program in virtual time whose calls hold a thread for a time, in a pool of so many threads, of
 * which it can use some at once. A call takes as long as a closed loop gives it, with some noise.
 */
final class SimulatedProvider {
  private static final Set<Violation> FAULT = Set.of(ViolationCode.BLOCK_DISCARDED.violation());
  private static final int BATCHES = 4;
  private static final int CPUS = 2;
  private static final Duration AROUND = Duration.ofMillis(60);

  /** Calls that are later than the mean by this factor, one in a hundred of which is later. */
  private static final double SPREAD = 1.5;

  private final int threads;
  private final int usable;
  private final double holdMillis;
  private final double driverMicros;
  private final Random random = new Random(1);
  final Journal journal = Journal.inMemory();

  /** The number of slices, from the next one on, in which the driver is disturbed. */
  int disturbed;

  private Instant now = Instant.parse("2026-11-01T00:00:00Z");

  SimulatedProvider(int threads, int usable, double holdMillis) {
    this(threads, usable, holdMillis, 0);
  }

  /**
   * Creates a program.
   *
   * @param driverMicros of the driver's only CPU for each call
   */
  SimulatedProvider(int threads, int usable, double holdMillis, double driverMicros) {
    this.threads = threads;
    this.usable = usable;
    this.holdMillis = holdMillis;
    this.driverMicros = driverMicros;
  }

  /** Measures what a planner chooses; returns the time that it took. */
  Duration run(Study study, int repetition, Planner planner) {
    Instant begun = now;
    for (Cell cell : study.cells()) {
      SampleSlices.add(
          journal, Changed.with(SampleSlices.opened(cell.name(), repetition), "pool", pool(cell)));
    }
    for (Optional<Visit> next = planner.next(journal);
        next.isPresent();
        next = planner.next(journal)) {
      hold(next.get(), cell(study, next.get().cell()));
    }
    return Duration.between(begun, now);
  }

  private EffectivePool pool(Cell cell) {
    int size = threads(cell);
    int queue = cell.provider().pool() instanceof PoolConfig pool ? pool.queues() : 0;
    return new EffectivePool("ThreadPoolExecutor", size, size, 0L, "LinkedBlockingQueue", queue);
  }

  private int threads(Cell cell) {
    return cell.provider().pool() instanceof PoolConfig pool ? pool.threads() : threads;
  }

  private static Cell cell(Study study, String name) {
    return study.cells().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void hold(Visit visit, Cell cell) {
    now = now.plus(visit.settle());
    if (visit.hold().isSampled()) {
      now = now.plus(visit.measure());
      SampleSlices.add(
          journal,
          new Entry.Sampled(visit.cell(), visit.repetition(), visit.level(), SampledPools.of()));
      return;
    }
    int served = Math.min(visit.level(), Math.min(threads(cell), usable));
    double tps = 1_000 * served / holdMillis * Math.exp(0.02 * random.nextGaussian());
    SampleSlices.add(journal, slice(visit, tps, disturbed-- > 0 ? FAULT : Set.of()));
    now = now.plus(visit.measure()).plus(AROUND);
  }

  private Slice slice(Visit visit, double tps, Set<Violation> violations) {
    double seconds = visit.measure().toNanos() / 1e9;
    long calls = Math.max(1, Math.round(tps * seconds / BATCHES));
    double meanNanos = 1e9 * visit.level() / tps;
    long late = Math.max(1, calls / 60);
    Durations times =
        SampleSlices.durations(
            Math.round(meanNanos), calls - late + 1, Math.round(SPREAD * meanNanos), late);
    long tasks = BATCHES * (calls + 1);
    Map<String, Double> gained =
        new HashMap<>(SampleSlices.stage(ProviderMetrics.SERVICE, tasks, holdMillis));
    gained.put(ProviderMetrics.POOL_COMPLETED, (double) tasks);
    gained.put(CounterNames.CALLS, (double) tasks);
    gained.put(CounterNames.LOAD, seconds);
    gained.put(Side.DRIVER.cpu(), tasks * driverMicros / 1e6);
    gained.put(Side.DRIVER.cpuAvailable(), seconds);
    gained.put(Side.PROVIDER.cpuAvailable(), CPUS * seconds);
    return SampleSlices.slice(
            visit.key(visit.level(), ""),
            SampleSlices.batches(BATCHES, now, visit.measure(), Calls.ok(calls + 1), times))
        .with(Counters.ofGained(gained))
        .with(violations);
  }
}
