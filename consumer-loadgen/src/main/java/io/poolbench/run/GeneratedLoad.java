package io.poolbench.run;

import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.GuardedLoad;
import io.poolbench.load.Interval;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Probe;
import io.poolbench.result.Figures;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.Latency;
import io.poolbench.result.Percentile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A generator's share of a load, in the generator's process. Thread-safe, because the process may
 * end while the load is in use.
 */
final class GeneratedLoad implements Generator.GeneratorLoad {
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Load> loads;
  private final boolean grouped;
  private final boolean closedLoop;
  private final FailureReasons reasons;
  private final Gauge gauge;
  private final NanoClock clock;
  private final Runnable release;
  private final List<Interval> taken = new ArrayList<>();
  private Map<String, Long> reported = Map.of();
  private Counters opened;
  private Interval before;
  private int level;

  /** Whether the load follows {@code followed}, which is empty if this generator has no share. */
  private boolean following;

  private List<Load.Hold> followed = List.of();

  private long followedNanos;

  private boolean closed;

  /**
   * The source of this process's and its host's counters, and the CPUs that the process may use.
   */
  record Gauge(Probe<Counters, LabException> counters, CpuList cpus) {}

  /**
   * @param loads one per group, or a single one; closed with this
   * @param closedLoop whether levels count users
   * @param release runs once the loads are closed
   */
  GeneratedLoad(
      List<Load> loads,
      boolean grouped,
      boolean closedLoop,
      FailureReasons reasons,
      Gauge gauge,
      NanoClock clock,
      Runnable release) {
    this.loads = List.copyOf(loads);
    this.grouped = grouped;
    this.closedLoop = closedLoop;
    this.reasons = reasons;
    this.gauge = gauge;
    this.clock = clock;
    this.release = release;
  }

  @Override
  public synchronized void level(List<Integer> levels, long delayNanos)
      throws InterruptedException {
    clock.sleepUntil(clock.nanoTime() + delayNanos);
    for (int group = 0; group < loads.size(); group++) {
      loads.get(group).level(levels.get(group));
    }
    level = levels.stream().mapToInt(each -> each).sum();
    following = false;
    followed = List.of();
  }

  @Override
  public synchronized void follow(List<Load.Hold> holds, long delayNanos)
      throws InterruptedException {
    clock.sleepUntil(clock.nanoTime() + delayNanos);
    if (holds.isEmpty()) {
      loads.get(0).level(0);
      level = 0;
    } else {
      loads.get(0).follow(holds);
    }
    following = true;
    followed = List.copyOf(holds);
    followedNanos = clock.nanoTime();
  }

  @Override
  public synchronized Taken take(long delayNanos) throws InterruptedException {
    clock.sleepUntil(clock.nanoTime() + delayNanos);
    List<Interval> each = loads.stream().map(Load::take).toList();
    Interval interval = grouped ? Interval.together(each) : each.get(0);
    if (before == null) {
      before = interval;
    } else {
      taken.add(interval);
    }
    if (taken.size() >= GuardedLoad.MAX_UNTAKEN) {
      // A phase has up to 10,000 slices.
      Interval merged = Interval.merge(taken);
      taken.clear();
      taken.add(merged);
    }
    Map<String, Long> now = reasons.counts();
    Map<String, Long> failed = new HashMap<>();
    now.forEach((reason, count) -> failed.put(reason, count - reported.getOrDefault(reason, 0L)));
    failed.values().removeIf(count -> count == 0);
    reported = now;
    return new Taken(interval, failed);
  }

  @Override
  public int inFlight() {
    return loads.stream().mapToInt(Load::inFlight).sum();
  }

  @Override
  public synchronized boolean drain(List<Integer> groups, long atMostNanos)
      throws InterruptedException {
    return Loads.drain(
        groups.stream().map(loads::get).toList(), Duration.ofNanos(atMostNanos), clock);
  }

  @Override
  public synchronized GeneratorUse read() throws LabException, InterruptedException {
    Counters now = gauge.counters().read();
    // A use of 0 s, as where nothing was measured, is not recorded.
    GeneratorUse use = taken.isEmpty() ? GeneratorUse.lost("") : use(now);
    opened = now;
    before = following && !taken.isEmpty() ? taken.get(taken.size() - 1) : null;
    taken.clear();
    return use;
  }

  private GeneratorUse use(Counters now) {
    Interval all = Interval.merge(taken);
    long nanos = all.end().nanos() - before.end().nanos();
    return new GeneratorUse(
        "",
        levelAt(before.end().nanos() + nanos / 2),
        nanos / NANOS_PER_SECOND,
        false,
        StepFigures.calls(all, /* seesLate= */ false),
        Latency.of(all.response()),
        Percentile.TP99.millis(all.lag()),
        closedLoop && !grouped ? (Double) (all.userNanos() / nanos) : null,
        opened == null
            ? Figures.UNKNOWN
            : now.since(opened, all.calls(), null, new CpuPlan(gauge.cpus(), gauge.cpus())));
  }

  private int levelAt(long instant) {
    int present = level;
    long end = followedNanos;
    for (Load.Hold hold : followed) {
      end += hold.nanos();
      present = hold.level();
      if (instant < end) {
        break;
      }
    }
    return present;
  }

  /** Idempotent: the process may end while the coordinator closes the load. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      loads.forEach(Load::close);
      release.run();
    }
  }
}
