package io.poolbench.study;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.PhasedWindow;
import io.poolbench.load.Probe;
import io.poolbench.load.StepRunner;
import io.poolbench.measure.Interval;
import io.poolbench.measure.NanoClock;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One pool of a running provider, with the load that calls it alone. For one thread.
 *
 * <p>A pool that grows on demand keeps its threads for a while, so that a level below an earlier
 * one would be measured on a pool of that one's size: before such a level the pool is built anew.
 */
final class LoadedPool implements AutoCloseable {
  /** How long calls in flight are waited for. */
  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

  /** How long a provider may take for what its client gave up. */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

  /** The longest; hundreds of threads on one CPU may leave the compiler work after it. */
  private static final Duration REHEARSAL = Duration.ofSeconds(8);

  private static final long IDLE_CHECK_NANOS = 50_000_000;

  private final Cell cell;
  private final EffectivePool built;
  private final Load load;
  private final StepRunner runner;
  private final Probe<Counters, LabException> probe;
  private final Renewal renewal;
  private final NanoClock clock;
  private int grownTo;

  /** Whether the provider may have calls of the last step that its client no longer waits for. */
  private boolean behind;

  /** Builds the provider's pool anew. */
  @FunctionalInterface
  interface Renewal {
    /**
     * Returns once new calls run in the new pool.
     *
     * @throws LabException if the provider does not confirm it
     */
    void renew() throws LabException, InterruptedException;
  }

  LoadedPool(
      Cell cell,
      EffectivePool built,
      Load load,
      StepRunner runner,
      Probe<Counters, LabException> probe,
      Renewal renewal,
      NanoClock clock) {
    this.cell = cell;
    this.built = built;
    this.load = load;
    this.runner = runner;
    this.probe = probe;
    this.renewal = renewal;
    this.clock = clock;
  }

  Cell cell() {
    return cell;
  }

  Load load() {
    return load;
  }

  /**
   * Runs a step, in a new pool if an earlier level was higher; the load runs on afterwards. After a
   * step that the provider did not keep up with it begins once the provider is idle, at most 30 s
   * later.
   */
  MeasuredWindow<Counters> run(int level, Duration settle, Duration measure)
      throws LabException, InterruptedException {
    prepare(level, false);
    return ran(runner.run(level, settle, measure, probe));
  }

  /**
   * Runs a slice of a block: a step too short for the batches of one, from rest to rest.
   *
   * @param fresh whether it begins with a new pool, where the pool grows on demand
   */
  MeasuredWindow<Counters> slice(int level, boolean fresh)
      throws LabException, InterruptedException {
    if (fresh && cell.provider().isRenewable(built)) {
      renewal.renew();
    }
    LoadSchedule schedule = cell.load();
    MeasuredWindow<Counters> slice =
        ran(runner.slice(level, schedule.settle(), schedule.measure(), DRAIN_TIMEOUT, probe));
    behind |= !slice.after().isPoolIdle();
    rest();
    return slice;
  }

  private void prepare(int level, boolean drain) throws LabException, InterruptedException {
    if (behind || drain) {
      rest();
    }
    if (level < grownTo && cell.provider().isRenewable(built)) {
      // Calls of users beyond the level, some of them still on their way, belong to the old pool.
      int kept = drain ? 0 : level;
      load.level(kept);
      clock.await(() -> load.inFlight() <= kept, DRAIN_TIMEOUT);
      renewal.renew();
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
   * Stops its load, and waits for the calls in flight; where the provider did not keep up with
   * them, also until its pool is idle, at most 30 s: what it still has of calls that were given up
   * would take CPU time from whatever is measured next, in this pool or in another one.
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

  /** Has the next step run in a new pool, whatever its level. */
  void warmed() {
    grownTo = Integer.MAX_VALUE;
  }

  /**
   * Runs a step like {@link #run}, and measures it longer while it is undecided, as long as its
   * schedule allows; where the schedule drains, from the end of the calls before it until its own
   * last call has ended.
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
   * Runs a step of the schedule's phases, in a new pool as {@link #run} does.
   *
   * @param begin changes what else is different in a phase, as it begins
   */
  PhasedWindow<Counters> runPhases(int level, Consumer<Phase> begin)
      throws LabException, InterruptedException {
    LoadSchedule schedule = cell.load();
    prepare(schedule.phases().get(0).level(level), false);
    PhasedWindow<Counters> window = runner.runPhases(level, schedule, probe, begin);
    ran(window.whole());
    for (Phase phase : schedule.phases()) {
      grownTo = Math.max(grownTo, phase.level(level));
    }
    return window;
  }

  /**
   * Overloads the provider for a while, where the schedule's phases do: the code that refuses
   * calls, or answers them too late, is compiled before it is measured. The next step runs in a new
   * pool.
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

  /** When the last of the calls in flight has ended at the latest. */
  private Duration lastCall() {
    return Duration.ofMillis(cell.driver().timeoutMillis()).plus(DRAIN_TIMEOUT);
  }

  /**
   * The highest level that its pool accepts. Before a drained step all calls of the warm-up have to
   * end: of calls that keep their thread no more than there are threads, as others warm nothing and
   * only wait.
   */
  int warmingLevel() {
    ConfiguredPool pool = cell.provider().pool().ran(built);
    boolean queueless = cell.load().drain() && cell.driver().method().keepsThread();
    return cell.load()
        .workload()
        .warmingLevel(cell.load().maxLevel(), queueless ? pool.threads() : pool.maxTasks());
  }

  /** Stops its load, and waits for the calls in flight. */
  void drain() throws InterruptedException {
    load.drain(DRAIN_TIMEOUT);
  }

  /** Ends the load; calls in flight are abandoned. */
  @Override
  public void close() {
    load.close();
  }
}
