package io.poolbench.measure;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.journal.Batch;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Key;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Visit;
import io.poolbench.lab.CountersReading;
import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.load.NanoClock;
import io.poolbench.load.PendingGrowth;
import io.poolbench.load.Probe;
import io.poolbench.load.SliceRunner;
import io.poolbench.load.SliceRunner.Hold;
import io.poolbench.load.SliceRunner.Reading;
import io.poolbench.load.SliceRunner.Stretch;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One pool of a running provider, with the load that calls only this pool. For one thread.
 *
 * <p>A pool that grows on demand keeps its threads for a while. Before a level below an earlier one
 * the pool is therefore rebuilt; otherwise the level would be measured on a pool of the larger
 * size.
 */
final class LoadedPool implements AutoCloseable {
  /**
   * The number of batches of a step: few enough that calls of different batches are nearly
   * independent, and enough to estimate a variance. With 10 to 30 batches intervals are reliable,
   * with more they gain little.
   *
   * @see <a href="https://doi.org/10.1287/opre.30.3.556">Schmeiser, Batch size effects in the
   *     analysis of simulation output, Operations Research 30 (1982)</a>
   */
  private static final int BATCHES = 20;

  /** The batches of a slice of a block, which is short and one of many. */
  private static final int BATCHES_OF_BLOCK = 5;

  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

  /** Time for the provider to finish calls that its client gave up. */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Limit of a rehearsal; with hundreds of threads on one CPU, compilation may continue after it.
   */
  private static final Duration REHEARSAL = Duration.ofSeconds(8);

  private static final long IDLE_CHECK_NANOS = 50_000_000;

  private final Cell cell;
  private final EffectivePool built;
  private final SliceRunner<CountersReading, LabException> runner;
  private final Probe<CountersReading, LabException> probe;
  private final Control control;
  private final Load load;
  private final NanoClock clock;
  private final Consumer<String> note;
  private int grownTo;
  private boolean noted;

  /** Whether the provider may still be executing calls of the last step that its client gave up. */
  private boolean behind;

  /** What changes the pool of a cell, and what its calls wait for. */
  interface Control {
    /**
     * Makes new calls run in this pool, if the cells of a study take turns in one pool of a
     * provider. No call of another cell is in flight.
     *
     * @return whether it is a new pool
     */
    boolean begin() throws LabException, InterruptedException;

    /** Returns once the provider has confirmed that new calls run in a new pool. */
    void renew() throws LabException, InterruptedException;

    void delayRedisBy(AddedLatency latency) throws LabException, InterruptedException;
  }

  /** What happens while a level is held. */
  interface Held {
    void run() throws LabException, InterruptedException;
  }

  /**
   * @param probe the runner's
   * @param note gets a sentence, once, if the pool does not become idle
   */
  LoadedPool(
      Cell cell,
      EffectivePool built,
      SliceRunner<CountersReading, LabException> runner,
      Probe<CountersReading, LabException> probe,
      Control control,
      Consumer<String> note) {
    this.note = note;
    this.cell = cell;
    this.built = built;
    this.runner = runner;
    this.probe = probe;
    this.control = control;
    this.load = runner.load();
    this.clock = runner.clock();
  }

  Cell cell() {
    return cell;
  }

  /**
   * Measures a visit: of a cell with phases a slice for each of them; otherwise a slice of all
   * calls, and of those of each group. A visit of a step leaves the load running.
   *
   * @param level of the load, where the visit has that of a measured capacity
   */
  List<Slice> measure(Visit visit, int level) throws LabException, InterruptedException {
    return switch (visit.hold()) {
      case STEP -> {
        load.drainBefore(level, DRAIN_TIMEOUT);
        prepare(
            cell.load().phases().isEmpty() ? level : cell.load().phases().get(0).level(level),
            cell.load().drain() || !cell.load().phases().isEmpty());
        yield step(visit, level);
      }
      case PROLONGED -> step(visit, level);
      case FIRST_OF_BLOCK -> slice(visit, level, true);
      case FURTHER_OF_BLOCK -> slice(visit, level, false);
      case SAMPLED, SAMPLED_WITH_TRIAL ->
          throw new IllegalArgumentException("measures nothing: " + visit);
    };
  }

  private List<Slice> step(Visit visit, int level) throws LabException, InterruptedException {
    Key key = visit.key(level, "");
    if (!cell.load().phases().isEmpty()) {
      return phases(key, visit.settle());
    }
    List<Stretch> stretches = List.of(new Stretch("", level, visit.measure(), BATCHES));
    return ran(
        cell.load().drain()
            ? new Hold(key, visit.settle(), stretches, Reading.AROUND_ALL_CALLS, lastCall())
            : new Hold(key, visit.settle(), stretches, Reading.UNDER_LOAD, Duration.ZERO),
        stretch -> {});
  }

  /** Measures the phases, and then restores the latency of Redis. */
  private List<Slice> phases(Key key, Duration settle) throws LabException, InterruptedException {
    List<Phase> phases = cell.load().phases();
    List<Stretch> stretches =
        phases.stream()
            .map(
                phase ->
                    new Stretch(
                        phase.name(), phase.level(key.level()), phase.length(), phase.slices()))
            .toList();
    List<Slice> slices =
        ran(
            new Hold(key, settle, stretches, Reading.UNDER_LOAD, Duration.ZERO),
            number -> delayRedis(phases.get(number)));
    if (changesRedis()) {
      control.delayRedisBy(cell.redis().latency());
    }
    for (Stretch stretch : stretches) {
      grownTo = Math.max(grownTo, stretch.level());
    }
    return slices;
  }

  private boolean changesRedis() {
    return cell.load().phases().stream().anyMatch(Phase::changesRedis);
  }

  private void delayRedis(Phase phase) throws LabException, InterruptedException {
    if (changesRedis()) {
      AddedLatency usual = cell.redis().latency();
      control.delayRedisBy(
          phase.changesRedis() ? usual.withMean(phase.redisLatency().toNanos() / 1_000) : usual);
    }
  }

  /**
   * Measures a slice of a block between two idle periods.
   *
   * @param fresh whether it starts with a new pool, if the pool grows on demand
   */
  private List<Slice> slice(Visit visit, int level, boolean fresh)
      throws LabException, InterruptedException {
    if (!control.begin() && fresh && cell.provider().isRenewable(built)) {
      control.renew();
    }
    List<Slice> slices =
        ran(
            new Hold(
                visit.key(level, ""),
                visit.settle(),
                List.of(new Stretch("", level, visit.measure(), BATCHES_OF_BLOCK)),
                Reading.AT_REST,
                DRAIN_TIMEOUT),
            stretch -> {});
    behind |= !CountersReading.isPoolIdle(slices.get(0).counters());
    rest();
    return slices;
  }

  /**
   * Runs a level in a new pool if an earlier level was higher; the load keeps running afterwards.
   * If the provider did not keep up with the last step, this one starts once the provider is idle,
   * at most 30 s later.
   */
  Level run(int level, Duration settle, Duration measure)
      throws LabException, InterruptedException {
    prepare(level, false);
    Key key = new Key(cell.name(), 0, new Turn(0, 0), level, "");
    List<Stretch> stretches = List.of(new Stretch("", level, measure, BATCHES));
    List<Slice> slices =
        ran(new Hold(key, settle, stretches, Reading.UNDER_LOAD, Duration.ZERO), stretch -> {});
    return new Level(cell, level, slices.subList(0, 1));
  }

  /** Holds a level, which settles first, between two idle periods, and measures nothing. */
  void hold(int level, Held held) throws LabException, InterruptedException {
    control.begin();
    load.level(level);
    clock.sleepUntil(clock.nanoTime() + cell.load().settle().toNanos());
    held.run();
    rest();
  }

  private void prepare(int level, boolean drain) throws LabException, InterruptedException {
    if (behind || drain) {
      rest();
    }
    if (control.begin()) {
      grownTo = 0;
    }
    if (level < grownTo && cell.provider().isRenewable(built)) {
      // Calls of users beyond the level belong to the old pool, and some may still be on their way.
      int kept = drain ? 0 : level;
      load.level(kept);
      clock.await(() -> load.inFlight() <= kept, DRAIN_TIMEOUT);
      control.renew();
      grownTo = 0;
    }
    grownTo = Math.max(grownTo, level);
  }

  private List<Slice> ran(Hold hold, SliceRunner.Begin<LabException> begin)
      throws LabException, InterruptedException {
    List<Slice> slices = runner.hold(hold, begin);
    List<Batch> batches =
        slices.stream()
            .filter(slice -> !runner.groups().contains(slice.key().part()))
            .flatMap(slice -> slice.batches().stream())
            .toList();
    Calls calls = batches.stream().map(Batch::calls).reduce(Calls.NONE, Calls::plus);
    PendingGrowth growth =
        new PendingGrowth(
            batches.stream().map(batch -> batch.calls().growth()).toList(), calls.sum(CallSum.DUE));
    behind = calls.timeout() > 0 || calls.unsent() > 0 || growth.isShown();
    return slices;
  }

  /**
   * Stops the load and waits for the calls in flight. If the provider did not keep up, also waits
   * until its pool is idle, at most 30 s: calls that were given up would otherwise take CPU time
   * from the next measurement, of this pool or another.
   */
  void rest() throws LabException, InterruptedException {
    boolean ended = load.drain(cell.load().drain() ? lastCall() : DRAIN_TIMEOUT);
    Calls sinceSlice = load.take().calls();
    if (behind || !ended || sinceSlice.timeout() > 0 || sinceSlice.unsent() > 0) {
      awaitIdlePool();
    }
    behind = false;
  }

  private void awaitIdlePool() throws LabException, InterruptedException {
    long deadline = clock.nanoTime() + IDLE_TIMEOUT.toNanos();
    boolean idle = probe.read().isPoolIdle();
    while (!idle && clock.nanoTime() - deadline < 0) {
      clock.sleepUntil(clock.nanoTime() + IDLE_CHECK_NANOS);
      idle = probe.read().isPoolIdle();
    }
    if (!idle && !noted) {
      noted = true;
      note.accept(
          "%s: its pool still runs calls %d s after the last one was given up; they are beside the"
                  .formatted(cell.name(), IDLE_TIMEOUT.toSeconds())
              + " next ones");
    }
  }

  /** Makes the next step run in a new pool at any level. */
  void warmed() {
    grownTo = Integer.MAX_VALUE;
  }

  /**
   * Overloads the provider for a while if the schedule's phases do, so that the code for rejected
   * and late calls is compiled before it is measured. The next step runs in a new pool.
   */
  void rehearse() throws LabException, InterruptedException {
    int level = cell.load().maxLevel();
    Optional<Phase> highest =
        cell.load().phases().stream()
            .max(Comparator.comparingInt(phase -> phase.level(level)))
            .filter(phase -> phase.level(level) > level);
    if (highest.isPresent()) {
      load.level(highest.get().level(level));
      long nanos = Math.min(highest.get().length().toNanos(), REHEARSAL.toNanos());
      clock.sleepUntil(clock.nanoTime() + nanos);
      behind = true;
      rest();
      warmed();
    }
  }

  /** The longest time that a call in flight may take to end. */
  private Duration lastCall() {
    return Duration.ofMillis(cell.driver().timeoutMillis()).plus(DRAIN_TIMEOUT);
  }

  /**
   * The highest level that the pool accepts. If steps are drained, all calls of the warm-up have to
   * end; calls that keep their thread are then limited to the number of threads, because further
   * ones would only wait.
   */
  int warmingLevel() {
    LoadSchedule schedule = cell.load();
    ConfiguredPool pool = cell.provider().pool().ran(built);
    boolean queueless = schedule.drain() && cell.driver().method().keepsThread();
    return schedule
        .workload()
        .warmingLevel(schedule.maxLevel(), queueless ? pool.threads() : pool.maxTasks());
  }

  /** Stops the load and waits for calls in flight. */
  void drain() throws InterruptedException {
    load.drain(DRAIN_TIMEOUT);
  }

  /** Stops the load and abandons calls in flight. */
  @Override
  public void close() {
    load.close();
  }
}
