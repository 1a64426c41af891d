package io.poolbench.load;

import io.poolbench.load.MeasuredWindow.AtRest;
import io.poolbench.load.MeasuredWindow.Part;
import io.poolbench.load.MeasuredWindow.PhasedWindow;
import io.poolbench.load.Probe.PoolState;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Runs a step: holds a load level, waits until it settles, then measures a window. The load keeps
 * running afterwards, into the next step. For use by one thread.
 *
 * @param clock the load's clock
 * @param limitsNanos response times from which calls are counted as late, in each batch
 * @param limitsOfGroups such response times for each group of the load
 * @param listener receives the level and each batch or slice as it ends, on the thread that runs
 *     the step; must return soon
 */
public record StepRunner(
    Load load,
    NanoClock clock,
    List<Long> limitsNanos,
    List<List<Long>> limitsOfGroups,
    BiConsumer<Integer, Part> listener) {
  /** The number of parts of a window; their spread measures a step's stability. */
  public static final int PARTS = 5;

  /**
   * The number of batches of a window: few enough that calls of different batches are nearly
   * independent, and enough to estimate a variance. With 10 to 30 batches intervals are reliable,
   * with more they gain little.
   *
   * @see <a href="https://doi.org/10.1287/opre.30.3.556">Schmeiser, Batch size effects in the
   *     analysis of simulation output, Operations Research 30 (1982)</a>
   */
  public static final int BATCHES = 20;

  /** The number of batches of a slice, which is shorter than a step's window and one of many. */
  public static final int BATCHES_OF_SLICE = PARTS;

  public StepRunner {
    limitsNanos = List.copyOf(limitsNanos);
    limitsOfGroups = limitsOfGroups.stream().map(List::copyOf).toList();
  }

  /**
   * Runs a step. If an open loop is overloaded, the window ends early, after a full part: the
   * verdict cannot change any more, and further load would only fill the queues.
   *
   * @param level users, or requests per second
   * @param settle how long the level is held before the window opens
   * @param measure the window's length
   * @param probe reads additional counters at both ends of the window
   * @throws E if the probe cannot be read, or its check fails; the load keeps running
   * @throws InterruptedException if the running thread is interrupted; the load keeps running
   */
  public <P, E extends Exception> MeasuredWindow<P> run(
      int level, Duration settle, Duration measure, Probe<P, E> probe)
      throws InterruptedException, E {
    return run(level, settle, measure, Duration.ZERO, probe);
  }

  /**
   * Runs a slice of a block in {@value #BATCHES_OF_SLICE} batches, from rest to rest. The probe is
   * read before the first call and after the last. A reading takes a provider longer than a few
   * calls, so reading under load would delay the calls in flight as the window opens, which are
   * several percent of the calls of so short a window.
   *
   * @param drain maximum wait for the last calls
   */
  public <P, E extends Exception> MeasuredWindow<P> slice(
      int level, Duration settle, Duration measure, Duration drain, Probe<P, E> probe)
      throws InterruptedException, E {
    P before = probe.readAtRest();
    Rest rest = new Rest(load.take().end().nanos(), drain);
    load.level(level);
    clock.sleepUntil(clock.nanoTime() + settle.toNanos());
    Interval settled = load.take();
    return window(level, settled, measure, Duration.ZERO, rest, before, probe);
  }

  /** The last reading at rest, and the maximum wait for the calls before the next one. */
  private record Rest(long begunNanos, Duration drain) {}

  /**
   * Runs a step. With a drain, whose window contains all of the step's calls, it does not settle,
   * and does not end early.
   */
  private <P, E extends Exception> MeasuredWindow<P> run(
      int level, Duration settle, Duration measure, Duration drain, Probe<P, E> probe)
      throws InterruptedException, E {
    boolean drained = !drain.isZero();
    if (!drained) {
      load.level(level);
      clock.sleepUntil(clock.nanoTime() + settle.toNanos());
    }
    P before = probe.read();
    Interval settled = load.take();
    if (drained) {
      load.level(level);
    }
    return window(level, settled, measure, drain, /* rest= */ null, before, probe);
  }

  /**
   * Measures a window that opened at the end of the interval {@code settled}.
   *
   * @param rest null for a window whose counters are read under load
   */
  private <P, E extends Exception> MeasuredWindow<P> window(
      int level,
      Interval settled,
      Duration measure,
      Duration drain,
      Rest rest,
      P before,
      Probe<P, E> probe)
      throws InterruptedException, E {
    int count = rest == null ? BATCHES : BATCHES_OF_SLICE;
    int batchesAPart = count / PARTS;
    boolean drains = !drain.isZero();
    long opened = settled.end().nanos();
    List<Part> batches = new ArrayList<>(count);
    List<Part> parts = new ArrayList<>(PARTS);
    long batchOpened = opened;
    boolean overloaded = false;
    for (int batch = 1; batch <= count && !overloaded; batch++) {
      clock.sleepUntil(opened + measure.toNanos() * batch / count);
      if (batch == count && drains) {
        load.drain(drain);
      }
      Interval interval = load.take();
      long batchClosed = interval.end().nanos();
      batches.add(new Part(batchClosed - batchOpened, interval));
      batchOpened = batchClosed;
      overloaded = !drains && batch % batchesAPart == 0 && isOverloaded(batches, batchesAPart);
      if (batch < count && !overloaded) {
        if (batch % batchesAPart == 0) {
          probe.check();
          parts.add(lastPart(batches, batchesAPart));
        }
        listener.accept(level, batches.get(batch - 1));
      }
    }
    AtRest atRest = null;
    if (rest != null) {
      load.drain(rest.drain);
      Interval drained = load.take();
      atRest =
          new AtRest(
              settled.calls().total() + drained.calls().total(),
              drained.end().nanos() - rest.begunNanos);
    }
    P after = probe.read();
    parts.add(lastPart(batches, batchesAPart));
    // After the probe, so that a slow listener does not delay the reading.
    listener.accept(level, batches.get(batches.size() - 1));
    long closed = batchOpened;
    List<MeasuredWindow<P>> groups = new ArrayList<>();
    for (int group = 0; group < limitsOfGroups.size(); group++) {
      SlicedWindow own = new SlicedWindow(count, PARTS, limitsOfGroups.get(group));
      batchesOf(group, settled, batches).forEach(own::add);
      groups.add(window(opened, closed, own, before, after));
    }
    return new MeasuredWindow<>(
        opened,
        closed,
        parts,
        SlicedWindow.batches(batches, limitsNanos),
        before,
        after,
        Optional.ofNullable(atRest),
        groups);
  }

  /** The batches of a group. Groups are read one after the other, so each has its own instants. */
  private static List<Part> batchesOf(int group, Interval before, List<Part> batches) {
    List<Part> own = new ArrayList<>(batches.size());
    long opened = before.groups().get(group).end().nanos();
    for (Part batch : batches) {
      Interval interval = batch.interval().groups().get(group);
      own.add(new Part(interval.end().nanos() - opened, interval));
      opened = interval.end().nanos();
    }
    return own;
  }

  /** At least two parts are needed, because the load may still be settling in the first. */
  private static boolean isOverloaded(List<Part> batches, int batchesAPart) {
    List<Interval> intervals = batches.stream().map(Part::interval).toList();
    return batches.size() >= 2 * batchesAPart
        && new PendingGrowth(
                intervals.stream().map(Interval::growth).toList(),
                intervals.stream().mapToLong(Interval::due).sum())
            .isHopeless();
  }

  /**
   * Runs a step as {@link #run}, and appends windows while it is undecided.
   *
   * @param drain maximum wait for pending calls at the end of each window; zero = no wait
   * @param upTo the longest measured time, excluding such waits
   * @param undecided whether the windows measured so far, joined, do not decide the step
   */
  public <P extends Cumulative<P>, E extends Exception> MeasuredWindow<P> runWhile(
      int level,
      Duration settle,
      Duration measure,
      Duration drain,
      Duration upTo,
      Probe<P, E> probe,
      Predicate<MeasuredWindow<P>> undecided)
      throws InterruptedException, E {
    MeasuredWindow<P> joined = run(level, settle, measure, drain, probe);
    for (Duration next = measure.multipliedBy(2);
        next.compareTo(upTo) <= 0 && undecided.test(joined);
        next = next.plus(measure)) {
      joined =
          MeasuredWindow.join(
              joined,
              run(level, Duration.ZERO, measure, drain, probe).numbered(joined.windows() + 1));
    }
    return joined;
  }

  /** Applies what a phase changes besides the load. */
  @FunctionalInterface
  public interface PhaseStart<E extends Exception> {
    void apply(Phase phase) throws InterruptedException, E;
  }

  /**
   * Runs a step of several phases, slice by slice, to its end, however overloaded the load is. At
   * the end of a phase the probe is read while the next phase already runs.
   *
   * @param begin applies a phase's other settings as it begins; for the first phase before the load
   *     settles
   */
  public <P, E extends Exception> PhasedWindow<P> runPhases(
      int level, LoadSchedule schedule, Probe<P, E> probe, PhaseStart<E> begin)
      throws InterruptedException, E {
    List<Phase> phases = schedule.phases();
    begin.apply(phases.get(0));
    load.level(phases.get(0).level(level));
    clock.sleepUntil(clock.nanoTime() + schedule.settle().toNanos());
    P before = probe.read();
    long opened = load.take().end().nanos();
    load.follow(
        phases.stream()
            .map(phase -> new Load.Hold(phase.level(level), phase.length().toNanos()))
            .toList());
    int slices = phases.stream().mapToInt(phase -> phase.slices()).sum();
    SlicedWindow whole = new SlicedWindow(slices, PARTS, limitsNanos);
    List<CompletableFuture<PoolState>> pools = new ArrayList<>();
    List<MeasuredWindow<P>> measured = new ArrayList<>();
    P phaseBefore = before;
    long phaseBegun = opened;
    long sliceOpened = opened;
    for (int number = 0; number < phases.size(); number++) {
      Phase phase = phases.get(number);
      long phaseOpened = sliceOpened;
      int count = phase.slices();
      SlicedWindow own = new SlicedWindow(count, PARTS, limitsNanos);
      for (int slice = 1; slice <= count; slice++) {
        clock.sleepUntil(phaseBegun + phase.length().toNanos() * slice / count);
        Interval interval = load.take();
        long now = interval.end().nanos();
        Part taken = new Part(now - sliceOpened, interval);
        whole.add(taken);
        own.add(taken);
        sliceOpened = now;
        pools.add(probe.pool());
        probe.check();
        listener.accept(phase.level(level), taken);
      }
      phaseBegun += phase.length().toNanos();
      if (number + 1 < phases.size()) {
        begin.apply(phases.get(number + 1));
      }
      P after = probe.read();
      measured.add(window(phaseOpened, sliceOpened, own, phaseBefore, after));
      phaseBefore = after;
    }
    return new PhasedWindow<>(
        window(opened, sliceOpened, whole, before, phaseBefore),
        measured,
        pools.stream().map(pool -> pool.getNow(PoolState.UNKNOWN)).toList());
  }

  private static <P> MeasuredWindow<P> window(
      long opened, long closed, SlicedWindow slices, P before, P after) {
    return new MeasuredWindow<>(
        opened,
        closed,
        slices.parts(),
        slices.batches(),
        before,
        after,
        Optional.empty(),
        List.of());
  }

  private static Part lastPart(List<Part> batches, int batchesAPart) {
    return Part.merge(batches.subList(batches.size() - batchesAPart, batches.size()));
  }
}
