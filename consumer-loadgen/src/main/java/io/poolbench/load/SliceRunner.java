package io.poolbench.load;

import io.poolbench.journal.Batch;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Key;
import io.poolbench.journal.Pending;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Span;
import io.poolbench.study.Paired;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Holds levels of a load and measures slices of it. The load keeps running afterwards, into the
 * next slice, unless it was drained. For one thread.
 *
 * @param clock the load's clock
 * @param timeline dates the readings of this clock
 * @param failures failed calls by reason, since the start
 * @param groups names of the load's groups, in its order; empty for a single load
 * @param listener receives the level and each batch as it ends, on the thread that measures; must
 *     return soon
 */
public record SliceRunner<P, E extends Exception>(
    Load load,
    NanoClock clock,
    Timeline timeline,
    Probe<P, E> probe,
    Supplier<Map<String, Long>> failures,
    List<String> groups,
    BiConsumer<Integer, Batch> listener) {
  /** Whether the step may end after a batch, because its load is hopeless. */
  private static boolean mayEndAfter(int batch, int count) {
    int part = Math.max(1, count / PARTS);
    // At least two parts, because the load may still be settling in the first.
    return batch >= 2 * part && batch % part == 0;
  }

  private static final int PARTS = 5;

  public SliceRunner {
    groups = List.copyOf(groups);
  }

  /** When the counters are read. */
  public enum Reading {
    /** While the load runs. A step under an overload ends early, as its verdict cannot change. */
    UNDER_LOAD,
    /**
     * Before the first call and after the last. A reading takes a provider longer than a few calls,
     * so reading under load would delay the calls in flight as the slice begins, which are several
     * percent of the calls of a short one.
     */
    AT_REST,
    /** Before the first call of the slice and after its last: it contains all of its calls. */
    AROUND_ALL_CALLS
  }

  /**
   * A level that is held for a time.
   *
   * @param part name of the phase; empty = the whole slice
   * @param batches the number of batches
   */
  public record Stretch(String part, int level, Duration length, int batches) {
    public Stretch {
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(length, "length");
      if (batches < 1) {
        throw new IllegalArgumentException("no batch");
      }
    }
  }

  /**
   * What to measure.
   *
   * @param key of the slices, without their parts
   * @param settle how long the first level is held before it is measured
   * @param stretches at least one, without a pause between them; each becomes a slice
   * @param drain the longest wait for the last calls
   */
  public record Hold(
      Key key, Duration settle, List<Stretch> stretches, Reading reading, Duration drain) {
    public Hold {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(settle, "settle");
      stretches = List.copyOf(stretches);
      Objects.requireNonNull(reading, "reading");
      Objects.requireNonNull(drain, "drain");
      if (stretches.isEmpty()) {
        throw new IllegalArgumentException("nothing to hold");
      }
    }
  }

  /** Applies what a stretch changes besides the load, as it begins. */
  @FunctionalInterface
  public interface Begin<E extends Exception> {
    /**
     * A stretch begins.
     *
     * @param number of the stretch, from 0
     */
    void stretch(int number) throws E, InterruptedException;
  }

  /** A reading of the counters, and the state of the load then. */
  private record Read<P>(P counters, Interval load, Map<String, Long> failures) {}

  /**
   * The state at the start.
   *
   * @param loadBegunNanos when the load began after a reading at rest
   */
  private record Opened<P>(Read<P> read, long loadBegunNanos) {}

  /**
   * Measures slices, one per stretch, and for each group of users one more of the same time.
   *
   * @param begin applies the other settings of a stretch: for the first one before the load settles
   * @throws E if the counters cannot be read, or a check fails; the load keeps running
   * @throws InterruptedException if the running thread is interrupted; the load keeps running
   */
  public List<Slice> hold(Hold hold, Begin<E> begin) throws InterruptedException, E {
    begin.stretch(0);
    Opened<P> opened = open(hold);
    Read<P> before = opened.read;
    List<Slice> slices = new ArrayList<>();
    long begunNanos = before.load.end().nanos();
    Interval last = before.load;
    for (int number = 0; number < hold.stretches.size(); number++) {
      Stretch stretch = hold.stretches.get(number);
      boolean ends = number + 1 == hold.stretches.size();
      List<Interval> intervals = new ArrayList<>();
      measure(hold, stretch, begunNanos, last, intervals);
      Map<String, Long> failed = failures.get(); // those of the drain are in no interval
      Interval outside = ends && hold.reading == Reading.AT_REST ? drained(hold) : null;
      if (!ends) {
        begin.stretch(number + 1);
      }
      Read<P> after = new Read<>(probe.read(), lastOf(intervals), failed);
      long calls = intervals.stream().mapToLong(each -> each.calls().total()).sum();
      Loaded loaded =
          outside == null
              ? new Loaded(Optional.empty(), calls)
              : new Loaded(
                  Optional.of(Duration.ofNanos(outside.end().nanos() - opened.loadBegunNanos)),
                  calls + before.load.calls().total() + outside.calls().total());
      slices.addAll(
          slices(
              keyOf(hold, stretch),
              last,
              intervals,
              gained(before.failures, after.failures),
              probe.gained(before.counters, after.counters, loaded)));
      before = after;
      last = lastOf(intervals);
      begunNanos += stretch.length.toNanos();
    }
    return slices;
  }

  /** Reads the counters and brings the load to its first level; returns the state at the start. */
  private Opened<P> open(Hold hold) throws InterruptedException, E {
    int level = hold.stretches.get(0).level;
    P counters = null;
    long loadBegunNanos = 0;
    if (hold.reading == Reading.AT_REST) {
      counters = probe.readAtRest();
      loadBegunNanos = load.take().end().nanos();
      load.beginRound(roundOfAll(hold.key));
    }
    if (hold.reading != Reading.AROUND_ALL_CALLS) {
      load.level(level);
      clock.sleepUntil(clock.nanoTime() + hold.settle.toNanos());
    }
    if (hold.reading != Reading.AT_REST) {
      counters = probe.read();
    }
    Map<String, Long> failed = failures.get();
    Interval settled = load.take();
    if (hold.reading == Reading.AROUND_ALL_CALLS) {
      load.level(level);
    } else if (hold.stretches.size() > 1) {
      load.follow(
          hold.stretches.stream()
              .map(each -> new Load.Stage(each.level, each.length.toNanos()))
              .toList());
    }
    return new Opened<>(new Read<>(counters, settled, failed), loadBegunNanos);
  }

  private void measure(
      Hold hold, Stretch stretch, long begunNanos, Interval opened, List<Interval> intervals)
      throws InterruptedException, E {
    boolean mayEndEarly = hold.reading == Reading.UNDER_LOAD && hold.stretches.size() == 1;
    int count = stretch.batches;
    Interval before = opened;
    for (int number = 1; number <= count; number++) {
      clock.sleepUntil(begunNanos + stretch.length.toNanos() * number / count);
      if (number == count && hold.reading == Reading.AROUND_ALL_CALLS) {
        load.drain(hold.drain);
      }
      Interval interval = load.take();
      intervals.add(interval);
      listener.accept(stretch.level, batch(before, interval));
      before = interval;
      if (number < count) {
        if (mayEndEarly && mayEndAfter(number, count) && isOverloaded(intervals)) {
          return;
        }
        probe.check();
      }
    }
  }

  private static boolean isOverloaded(List<Interval> intervals) {
    return new PendingGrowth(
            intervals.stream().map(each -> each.calls().growth()).toList(),
            intervals.stream().mapToLong(each -> each.calls().sum(CallSum.DUE)).sum())
        .isHopeless();
  }

  private Interval drained(Hold hold) throws InterruptedException {
    load.drain(hold.drain);
    return load.take();
  }

  private static Interval lastOf(List<Interval> intervals) {
    return intervals.get(intervals.size() - 1);
  }

  private static Key keyOf(Hold hold, Stretch stretch) {
    Key key = hold.key;
    return new Key(key.cell(), key.repetition(), key.turn(), key.level(), stretch.part);
  }

  /**
   * The slice of a stretch, and those of its groups.
   *
   * @param opened the interval at whose end the stretch began
   */
  private List<Slice> slices(
      Key key,
      Interval opened,
      List<Interval> intervals,
      Map<String, Long> failed,
      Counters counters) {
    List<Slice> slices = new ArrayList<>();
    slices.add(slice(key, batches(opened, intervals), intervals, failed, counters));
    for (int group = 0; group < groups.size(); group++) {
      int at = group;
      List<Interval> ofGroup = intervals.stream().map(each -> each.groups().get(at)).toList();
      slices.add(
          slice(
              new Key(key.cell(), key.repetition(), key.turn(), key.level(), groups.get(group)),
              batches(opened.groups().get(group), ofGroup),
              ofGroup,
              Map.of(),
              Counters.UNKNOWN));
    }
    return slices;
  }

  private static Slice slice(
      Key key,
      List<Batch> batches,
      List<Interval> intervals,
      Map<String, Long> failures,
      Counters counters) {
    Pending pending = lastOf(intervals).end().pending();
    return new Slice(key, batches, pending, failures, counters, Set.of());
  }

  /** Groups are read one after the other, so each has its own instants. */
  private List<Batch> batches(Interval opened, List<Interval> intervals) {
    List<Batch> batches = new ArrayList<>();
    Interval before = opened;
    for (Interval interval : intervals) {
      batches.add(batch(before, interval));
      before = interval;
    }
    return batches;
  }

  private Batch batch(Interval before, Interval interval) {
    long opened = before.end().nanos();
    return new Batch(
        new Span(timeline.at(opened), interval.end().nanos() - opened),
        interval.calls(),
        interval.times());
  }

  private static Map<String, Long> gained(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> gained = new HashMap<>(after);
    before.forEach((reason, calls) -> gained.merge(reason, -calls, Long::sum));
    gained.values().removeIf(calls -> calls <= 0);
    return gained;
  }

  /** The number of a round over all repetitions, so that each replays another stretch. */
  private static int roundOfAll(Key key) {
    return Paired.MAX * (key.repetition() - 1) + key.turn().round();
  }
}
