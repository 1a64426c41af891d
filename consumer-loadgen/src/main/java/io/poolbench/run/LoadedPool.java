package io.poolbench.run;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.Interval;
import io.poolbench.load.Load;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.PhasedWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Probe;
import io.poolbench.load.StepRunner;
import io.poolbench.load.StepRunner.PhaseStart;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One pool of a running provider, with the load that calls only this pool. For one thread.
 *
 * <p>A pool that grows on demand keeps its threads for a while. Before a level below an earlier one
 * the pool is therefore rebuilt; otherwise the level would be measured on a pool of the larger
 * size.
 */
final class LoadedPool implements AutoCloseable {
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
  private final Load load;
  private final StepRunner runner;
  private final Probe<Counters, LabException> probe;
  private final Turns turns;
  private final NanoClock clock;
  private int grownTo;

  /** Whether the provider may still be executing calls of the last step that its client gave up. */
  private boolean behind;

  /** What makes calls run in the pool of a cell. */
  interface Turns {
    /**
     * Makes new calls run in this pool, if the cells of a study take turns in one pool of a
     * provider. No call of another cell is in flight.
     *
     * @return whether it is a new pool
     */
    boolean begin() throws LabException, InterruptedException;

    /** Returns once the provider has confirmed that new calls run in a new pool. */
    void renew() throws LabException, InterruptedException;
  }

  LoadedPool(
      Cell cell,
      EffectivePool built,
      Load load,
      StepRunner runner,
      Probe<Counters, LabException> probe,
      Turns turns,
      NanoClock clock) {
    this.cell = cell;
    this.built = built;
    this.load = load;
    this.runner = runner;
    this.probe = probe;
    this.turns = turns;
    this.clock = clock;
  }

  Cell cell() {
    return cell;
  }

  Load load() {
    return load;
  }

  /**
   * Runs a step, in a new pool if an earlier level was higher; the load keeps running afterwards.
   * If the provider did not keep up with the last step, this one starts once the provider is idle,
   * at most 30 s later.
   */
  MeasuredWindow<Counters> run(int level, Duration settle, Duration measure)
      throws LabException, InterruptedException {
    prepare(level, false);
    return ran(runner.run(level, settle, measure, probe));
  }

  /**
   * Runs a slice of a block, which is too short to be divided into batches, between two idle
   * periods.
   *
   * @param fresh whether it starts with a new pool, if the pool grows on demand
   */
  MeasuredWindow<Counters> slice(int level, boolean fresh)
      throws LabException, InterruptedException {
    if (!turns.begin() && fresh && cell.provider().isRenewable(built)) {
      turns.renew();
    }
    LoadSchedule schedule = cell.load();
    MeasuredWindow<Counters> slice =
        ran(runner.slice(level, schedule.settle(), schedule.measure(), DRAIN_TIMEOUT, probe));
    behind |= !slice.after().isPoolIdle();
    rest();
    return slice;
  }

  /** What happens while a level is held. */
  interface Held {
    void run() throws LabException, InterruptedException;
  }

  /** Holds a level, which settles first, between two idle periods, and measures nothing. */
  void hold(int level, Held held) throws LabException, InterruptedException {
    turns.begin();
    load.level(level);
    clock.sleepUntil(clock.nanoTime() + cell.load().settle().toNanos());
    held.run();
    rest();
  }

  private void prepare(int level, boolean drain) throws LabException, InterruptedException {
    if (behind || drain) {
      rest();
    }
    if (turns.begin()) {
      grownTo = 0;
    }
    if (level < grownTo && cell.provider().isRenewable(built)) {
      // Calls of users beyond the level belong to the old pool, and some may still be on their way.
      int kept = drain ? 0 : level;
      load.level(kept);
      clock.await(() -> load.inFlight() <= kept, DRAIN_TIMEOUT);
      turns.renew();
      grownTo = 0;
    }
    grownTo = Math.max(grownTo, level);
  }

  private MeasuredWindow<Counters> ran(MeasuredWindow<Counters> window) {
    Interval interval = window.interval();
    behind = interval.timeout() > 0 || interval.unsent() > 0 || window.growth().isShown();
    return window;
  }

  /**
   * Stops the load and waits for the calls in flight. If the provider did not keep up, also waits
   * until its pool is idle, at most 30 s: calls that were given up would otherwise take CPU time
   * from the next measurement, of this pool or another.
   */
  void rest() throws LabException, InterruptedException {
    boolean ended = load.drain(cell.load().drain() ? lastCall() : DRAIN_TIMEOUT);
    Interval sinceWindow = load.take();
    if (behind || !ended || sinceWindow.timeout() > 0 || sinceWindow.unsent() > 0) {
      awaitIdlePool();
    }
    behind = false;
  }

  private void awaitIdlePool() throws LabException, InterruptedException {
    long deadline = clock.nanoTime() + IDLE_TIMEOUT.toNanos();
    while (!probe.read().isPoolIdle() && clock.nanoTime() - deadline < 0) {
      clock.sleepUntil(clock.nanoTime() + IDLE_CHECK_NANOS);
    }
  }

  /** Makes the next step run in a new pool at any level. */
  void warmed() {
    grownTo = Integer.MAX_VALUE;
  }

  /**
   * Runs a step like {@link #run}, and prolongs it while it is undecided, up to the limit of its
   * schedule. If the schedule drains, the step starts after the last earlier call has ended, and
   * includes the end of its own last call.
   */
  MeasuredWindow<Counters> runWhile(
      int level, Duration settle, Duration measure, Predicate<MeasuredWindow<Counters>> undecided)
      throws LabException, InterruptedException {
    prepare(level, cell.load().drain());
    Duration drain = cell.load().drain() ? lastCall() : Duration.ZERO;
    return ran(
        runner.runWhile(
            level, settle, measure, drain, cell.load().measureUpTo(), probe, undecided));
  }

  /**
   * Runs a step of the schedule's phases, in a new pool if {@link #run} would use one. It begins
   * without calls of the step before, which an overload may have left in the provider's queue.
   *
   * @param begin called at the start of each phase to change everything but the load
   */
  PhasedWindow<Counters> runPhases(int level, PhaseStart<LabException> begin)
      throws LabException, InterruptedException {
    LoadSchedule schedule = cell.load();
    prepare(schedule.phases().get(0).level(level), true);
    PhasedWindow<Counters> window = runner.runPhases(level, schedule, probe, begin);
    ran(window.whole());
    for (Phase phase : schedule.phases()) {
      grownTo = Math.max(grownTo, phase.level(level));
    }
    return window;
  }

  /**
   * Overloads the provider for a while if the schedule's phases do, so that the code for rejected
   * and late calls is compiled before it is measured. The next step runs in a new pool.
   */
  void rehearse(int level) throws LabException, InterruptedException {
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
    ConfiguredPool pool = cell.provider().pool().ran(built);
    boolean queueless = cell.load().drain() && cell.driver().method().keepsThread();
    return cell.load()
        .workload()
        .warmingLevel(cell.load().maxLevel(), queueless ? pool.threads() : pool.maxTasks());
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
