package io.poolbench.load;

import io.poolbench.measure.Interval;
import io.poolbench.measure.PendingCalls;
import io.poolbench.measure.PendingGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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
 * @param groups the same window of each group; empty where there is one load
 */
public record MeasuredWindow<P>(
    long openedNanos,
    long closedNanos,
    List<Part> parts,
    List<Batch> batches,
    P before,
    P after,
    List<MeasuredWindow<P>> groups) {
  public MeasuredWindow {
    parts = List.copyOf(parts);
    batches = List.copyOf(batches);
    groups = List.copyOf(groups);
  }

  /** A window of one load. */
  public MeasuredWindow(
      long openedNanos,
      long closedNanos,
      List<Part> parts,
      List<Batch> batches,
      P before,
      P after) {
    this(openedNanos, closedNanos, parts, batches, before, after, List.of());
  }

  /** The measured time, without that between joined windows. */
  public long nanos() {
    return parts.stream().mapToLong(Part::nanos).sum();
  }

  /** The time from the opening of the first window to the closing of the last. */
  public long spanNanos() {
    return closedNanos - openedNanos;
  }

  /** The calls that ended in the window. */
  public Interval interval() {
    return Interval.merge(parts.stream().map(Part::interval).toList());
  }

  /** The growth of the pending calls, batch by batch. */
  public PendingGrowth growth() {
    return new PendingGrowth(batches.stream().map(Batch::growth).toList(), interval().due());
  }

  /** The number of windows that are joined here. */
  public int windows() {
    return batches.get(batches.size() - 1).window();
  }

  /**
   * Joins two windows of the same level into one, as if nothing had happened between them.
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
    later.batches.forEach(batch -> batches.add(batch.after(earlier.windows())));
    return new MeasuredWindow<>(
        earlier.openedNanos,
        later.closedNanos,
        parts,
        batches,
        earlier.before,
        earlier.after.continuedBy(later.before, later.after),
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
   * @param window the number of its window, from 1
   * @param nanos its real length
   * @param due requests that came due; of a closed loop those that were sent
   * @param ok calls answered OK
   * @param rejected calls rejected
   * @param timeout calls not answered within the timeout
   * @param error calls failed otherwise
   * @param unsent requests given up before they were sent
   * @param expired answers that came after their caller had given up
   * @param late of the OK calls, those that took as long as each {@linkplain StepRunner limit} or
   *     longer
   * @param overdue of the calls that were pending when the window closed, those whose age reached
   *     each limit in this batch; in the first batch, or before it
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
      long growth,
      long tp50Nanos,
      long tp99Nanos,
      long longestNanos) {
    public Batch {
      late = List.copyOf(late);
      overdue = List.copyOf(overdue);
    }

    /**
     * The batches of a window.
     *
     * @param parts in the order they ran
     */
    static List<Batch> of(List<Part> parts, List<Long> limitsNanos) {
      PendingCalls pending = parts.get(parts.size() - 1).interval().pending();
      List<Batch> batches = new ArrayList<>(parts.size());
      long untilClosed = parts.stream().mapToLong(Part::nanos).sum();
      for (Part part : parts) {
        long opened = batches.isEmpty() ? Long.MAX_VALUE : untilClosed;
        untilClosed -= part.nanos();
        long closed = untilClosed;
        batches.add(
            of(
                part,
                limitsNanos,
                limitsNanos.stream()
                    .map(limit -> pending.reached(limit, closed, opened))
                    .toList()));
      }
      return batches;
    }

    private static Batch of(Part part, List<Long> limitsNanos, List<Long> overdue) {
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
          interval.growth(),
          interval.response().getValueAtPercentile(50),
          interval.response().getValueAtPercentile(99),
          interval.response().getMaxValue());
    }

    /** Calls rejected, or failed otherwise. */
    public long failed() {
      return rejected + error;
    }

    Batch after(int windows) {
      return new Batch(
          windows + window,
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
          growth,
          tp50Nanos,
          tp99Nanos,
          longestNanos);
    }
  }
}
