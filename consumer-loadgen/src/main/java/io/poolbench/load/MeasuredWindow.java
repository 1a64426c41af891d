package io.poolbench.load;

import io.poolbench.measure.Interval;
import io.poolbench.measure.PendingCalls;
import io.poolbench.measure.PendingGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The measurements of a step's window, or of several windows joined.
 *
 * @param openedNanos the clock when it opened
 * @param closedNanos the clock when it closed; between joined windows nothing was measured
 * @param parts of nominally equal length; of joined windows each part holds that part of every
 *     window
 * @param batches shorter, consecutive parts of nominally equal length, in the order they ran
 * @param before the probe's counters when it opened
 * @param after the probe's counters when it closed, without what was counted between joined windows
 * @param atRest what the counters cover, where they were read at rest; empty where they were read
 *     under load: they cover the window
 * @param groups the same window of each group; empty where there is one load
 */
public record MeasuredWindow<P>(
    long openedNanos,
    long closedNanos,
    List<Part> parts,
    List<Batch> batches,
    P before,
    P after,
    Optional<AtRest> atRest,
    List<MeasuredWindow<P>> groups) {
  /**
   * The load between two readings at rest: before its first call and after its last.
   *
   * @param callsOutside that ended before the window or after it
   * @param nanos how long it ran
   */
  public record AtRest(long callsOutside, long nanos) {
    private AtRest plus(AtRest later) {
      return new AtRest(callsOutside + later.callsOutside, nanos + later.nanos);
    }
  }

  public MeasuredWindow {
    parts = List.copyOf(parts);
    batches = List.copyOf(batches);
    groups = List.copyOf(groups);
  }

  public MeasuredWindow(
      long openedNanos,
      long closedNanos,
      List<Part> parts,
      List<Batch> batches,
      P before,
      P after) {
    this(openedNanos, closedNanos, parts, batches, before, after, Optional.empty(), List.of());
  }

  /** The measured time, without that between joined windows. */
  public long nanos() {
    return parts.stream().mapToLong(Part::nanos).sum();
  }

  /** The time from the opening of the first window to the closing of the last. */
  public long spanNanos() {
    return closedNanos - openedNanos;
  }

  public Interval interval() {
    return Interval.merge(parts.stream().map(Part::interval).toList());
  }

  public PendingGrowth growth() {
    return new PendingGrowth(batches.stream().map(Batch::growth).toList(), interval().due());
  }

  /** The same window, whose counters were read at rest, as were those of its groups. */
  MeasuredWindow<P> readAtRest(long callsOutside, long nanos) {
    return new MeasuredWindow<>(
        openedNanos,
        closedNanos,
        parts,
        batches,
        before,
        after,
        Optional.of(new AtRest(callsOutside, nanos)),
        groups);
  }

  /** The calls that ended between the readings of the counters. */
  public long countedCalls() {
    return interval().calls() + atRest.map(AtRest::callsOutside).orElse(0L);
  }

  /** The number of windows, or of rounds, that are joined here. */
  public int windows() {
    return (int) batches.stream().mapToInt(Batch::window).distinct().count();
  }

  /** This window, or all windows joined here, as the window of that number. */
  public MeasuredWindow<P> numbered(int window) {
    return new MeasuredWindow<>(
        openedNanos,
        closedNanos,
        parts,
        batches.stream().map(batch -> batch.of(window)).toList(),
        before,
        after,
        atRest,
        groups.stream().map(group -> group.numbered(window)).toList());
  }

  /**
   * Joins two windows of the same level into one, as if nothing had happened between them. Batches
   * keep the number of their window: slices of one round have that round's.
   *
   * @param later opened after {@code earlier} had closed; it has fewer parts where it ended early
   */
  public static <P extends Cumulative<P>> MeasuredWindow<P> join(
      MeasuredWindow<P> earlier, MeasuredWindow<P> later) {
    List<Part> parts = new ArrayList<>(earlier.parts.size());
    for (int part = 0; part < earlier.parts.size(); part++) {
      List<Part> same = new ArrayList<>(List.of(earlier.parts.get(part)));
      same.addAll(
          later.parts.subList(
              Math.min(part, later.parts.size()), Math.min(part + 1, later.parts.size())));
      parts.add(Part.merge(same));
    }
    List<Batch> batches = new ArrayList<>(earlier.batches);
    batches.addAll(later.batches);
    return new MeasuredWindow<>(
        earlier.openedNanos,
        later.closedNanos,
        parts,
        batches,
        earlier.before,
        earlier.after.continuedBy(later.before, later.after),
        earlier.atRest.flatMap(here -> later.atRest.map(here::plus)),
        IntStream.range(0, earlier.groups.size())
            .mapToObj(group -> join(earlier.groups.get(group), later.groups.get(group)))
            .toList());
  }

  /**
   * A part of a window.
   *
   * @param nanos its real length
   * @param interval the calls that ended in it
   */
  public record Part(long nanos, Interval interval) {
    static Part merge(List<Part> parts) {
      return new Part(
          parts.stream().mapToLong(Part::nanos).sum(),
          Interval.merge(parts.stream().map(Part::interval).toList()));
    }
  }

  /**
   * The counts of a part so short that a window has enough of them to estimate how far they
   * scatter.
   *
   * @param window the number of its window, or of the round that measured it, from 1
   * @param nanos its real length
   * @param due requests that came due; of a closed loop those that were sent
   * @param timeout calls not answered within the timeout
   * @param unsent requests given up before they were sent
   * @param expired answers that came after their caller had given up
   * @param late of the OK calls, those that took as long as each {@linkplain StepRunner limit} or
   *     longer
   * @param overdue of the calls that were pending when the window closed, those whose age reached
   *     each limit in this batch; in the first batch, or before it
   * @param beyondNanos by limit the time in this batch for which calls had lasted longer than it,
   *     summed over calls, pending ones included; a call that ended in a batch counts as if it had
   *     ended with it, and an unsuccessful one only if it timed out
   * @param growth change of the number of pending calls
   * @param tp50Nanos of the OK calls' response times; 0 without one
   * @param tp99Nanos the same
   * @param longestNanos the longest response time of the OK calls; 0 without one
   */
  public record Batch(
      int window,
      long nanos,
      long due,
      long ok,
      long rejected,
      long timeout,
      long error,
      long unsent,
      long expired,
      List<Long> late,
      List<Long> overdue,
      List<Long> beyondNanos,
      long growth,
      long tp50Nanos,
      long tp99Nanos,
      long longestNanos) {
    public Batch {
      late = List.copyOf(late);
      overdue = List.copyOf(overdue);
      beyondNanos = List.copyOf(beyondNanos);
    }

    /** The batches of a window. */
    static List<Batch> of(List<Part> parts, List<Long> limitsNanos) {
      PendingCalls pending = parts.get(parts.size() - 1).interval().pending();
      List<long[]> beyond = limitsNanos.stream().map(limit -> beyond(limit, parts)).toList();
      List<Batch> batches = new ArrayList<>(parts.size());
      long untilClosed = parts.stream().mapToLong(Part::nanos).sum();
      for (Part part : parts) {
        long opened = batches.isEmpty() ? Long.MAX_VALUE : untilClosed;
        untilClosed -= part.nanos();
        long closed = untilClosed;
        int number = batches.size();
        batches.add(
            of(
                part,
                limitsNanos,
                limitsNanos.stream().map(limit -> pending.reached(limit, closed, opened)).toList(),
                beyond.stream().map(nanos -> nanos[number]).toList()));
      }
      return batches;
    }

    /** The time of each part for which calls had lasted longer than a limit. */
    private static long[] beyond(long limit, List<Part> parts) {
      long[] beyond = new long[parts.size()];
      for (int last = 0; last < parts.size(); last++) {
        Interval interval = parts.get(last).interval();
        Histogram response = interval.response();
        for (HistogramIterationValue bucket : response.recordedValues()) {
          long nanos = response.medianEquivalentValue(bucket.getValueIteratedTo());
          add(beyond, parts, last, nanos - limit, bucket.getCountAtValueIteratedTo());
        }
        long failed = interval.rejected() + interval.timeout() + interval.error();
        if (interval.timeout() > 0) {
          add(beyond, parts, last, interval.failedNanos() / failed - limit, interval.timeout());
        }
      }
      int last = parts.size() - 1;
      parts
          .get(last)
          .interval()
          .pending()
          .agesNanos()
          .forEach(age -> add(beyond, parts, last, age - limit, 1));
      return beyond;
    }

    /** Adds time that calls spent up to the end of a part, to it and to those before it. */
    private static void add(long[] sums, List<Part> parts, int last, long nanos, long calls) {
      long left = nanos;
      for (int part = last; part >= 0 && left > 0; part--) {
        long here = Math.min(left, parts.get(part).nanos());
        sums[part] += calls * here;
        left -= here;
      }
    }

    private static Batch of(
        Part part, List<Long> limitsNanos, List<Long> overdue, List<Long> beyondNanos) {
      Interval interval = part.interval();
      return new Batch(
          1,
          part.nanos(),
          interval.due() > 0 ? interval.due() : interval.calls() + interval.growth(),
          interval.ok(),
          interval.rejected(),
          interval.timeout(),
          interval.error(),
          interval.unsent(),
          interval.late(),
          limitsNanos.stream().map(interval::okFrom).toList(),
          overdue,
          beyondNanos,
          interval.growth(),
          interval.response().getValueAtPercentile(50),
          interval.response().getValueAtPercentile(99),
          interval.response().getMaxValue());
    }

    /** Calls rejected, or failed otherwise. */
    public long failed() {
      return rejected + error;
    }

    Batch of(int number) {
      return new Batch(
          number,
          nanos,
          due,
          ok,
          rejected,
          timeout,
          error,
          unsent,
          expired,
          late,
          overdue,
          beyondNanos,
          growth,
          tp50Nanos,
          tp99Nanos,
          longestNanos);
    }
  }
}
