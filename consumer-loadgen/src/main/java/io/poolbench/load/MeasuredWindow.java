package io.poolbench.load;

import io.poolbench.load.Probe.PoolState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The measurements of a step's window, or of several windows joined.
 *
 * @param openedNanos clock reading when the window opened
 * @param closedNanos clock reading when it closed; the time between joined windows is not measured
 * @param parts of nominally equal length; part i of joined windows merges part i of every window
 * @param batches shorter, consecutive parts of nominally equal length, in order
 * @param before the probe's counters when the window opened
 * @param after the probe's counters when it closed, without counts between joined windows
 * @param atRest the load that the counters cover if they were read at rest; empty if they were read
 *     under load and cover the window
 * @param groups the same window for each group; empty for a single load
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
  /** The load between readings at rest; {@code callsOutside} ended before or after the window. */
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

  /** The measured time, excluding the time between joined windows. */
  public long nanos() {
    return parts.stream().mapToLong(Part::nanos).sum();
  }

  public long spanNanos() {
    return closedNanos - openedNanos;
  }

  public Interval interval() {
    return Interval.merge(parts.stream().map(Part::interval).toList());
  }

  public PendingGrowth growth() {
    return new PendingGrowth(batches.stream().map(Batch::growth).toList(), interval().due());
  }

  /** The calls that ended between the readings of the counters. */
  public long countedCalls() {
    return interval().calls().total() + atRest.map(AtRest::callsOutside).orElse(0L);
  }

  /** The number of joined windows, or of rounds. */
  public int windows() {
    return (int) batches.stream().mapToInt(Batch::window).distinct().count();
  }

  /** This window, dated by a clock that is {@code nanos} ahead. */
  public MeasuredWindow<P> shifted(long nanos) {
    return new MeasuredWindow<>(
        openedNanos + nanos,
        closedNanos + nanos,
        parts,
        batches,
        before,
        after,
        atRest,
        groups.stream().map(group -> group.shifted(nanos)).toList());
  }

  /** This window, or all windows joined here, under another window number. */
  public MeasuredWindow<P> numbered(int window) {
    return new MeasuredWindow<>(
        openedNanos,
        closedNanos,
        parts,
        batches.stream()
            .map(batch -> batch.with(window, batch.overdue, batch.beyondNanos))
            .toList(),
        before,
        after,
        atRest,
        groups.stream().map(group -> group.numbered(window)).toList());
  }

  /**
   * Joins two windows of the same level, leaving out the time between them. Batches keep the number
   * of their window; slices of one round have that round's number.
   *
   * @param later opened after {@code earlier} had closed. A window that ended early has fewer parts
   *     than the other
   */
  public static <P extends Cumulative<P>> MeasuredWindow<P> join(
      MeasuredWindow<P> earlier, MeasuredWindow<P> later) {
    List<Part> parts =
        IntStream.range(0, Math.max(earlier.parts.size(), later.parts.size()))
            .mapToObj(
                part ->
                    Stream.of(earlier.parts, later.parts)
                        .filter(of -> part < of.size())
                        .map(of -> of.get(part))
                        .toList())
            .map(Part::merge)
            .toList();
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

  /** A part of a window: its real length, and the calls that ended in it. */
  public record Part(long nanos, Interval interval) {
    public static Part merge(List<Part> parts) {
      return new Part(
          parts.stream().mapToLong(Part::nanos).sum(),
          Interval.merge(parts.stream().map(Part::interval).toList()));
    }
  }

  /**
   * The counts of a short part of a window; a window has enough batches to estimate their variance.
   *
   * @param window number of the window, or of the round, from 1
   * @param nanos real length
   * @param due requests that came due; in a closed loop the requests sent
   * @param timeout calls not answered within the timeout
   * @param unsent requests given up before they were sent
   * @param expired answers that came after their caller had given up
   * @param late number of OK calls that reached each {@linkplain StepRunner limit}
   * @param overdue number of calls, pending when the window closed, whose age reached each limit in
   *     this batch; the first batch includes the time before it
   * @param beyondNanos for each limit the time in this batch for which calls had lasted longer than
   *     it, summed over calls including pending ones. A call that ended in a batch counts until the
   *     batch's end; an unsuccessful call counts only if it timed out
   * @param growth change of the number of pending calls
   * @param tp50Nanos of the OK calls' response times; 0 without OK calls
   * @param tp99Nanos of the OK calls' response times; 0 without OK calls
   * @param longestNanos the longest response time of the OK calls; 0 without OK calls
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

    /** The counts of a part, with what is known of its lateness once the window has closed. */
    static Batch of(Part part, List<Long> limitsNanos, List<Long> overdue, List<Long> beyondNanos) {
      Interval interval = part.interval();
      return new Batch(
          1,
          part.nanos(),
          dueIn(interval),
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

    /** The groups of a load may have users or a rate each, and at a low rate none may be due. */
    private static long dueIn(Interval interval) {
      if (!interval.groups().isEmpty()) {
        return interval.groups().stream().mapToLong(Batch::dueIn).sum();
      }
      return interval.due() > 0
          ? interval.due()
          : interval.calls().total() + interval.unsent() + interval.growth();
    }

    public long failed() {
      return rejected + error;
    }

    /** This batch with a window's number, and the calls that were late when the window closed. */
    Batch with(int number, List<Long> overdueCalls, List<Long> beyondLimits) {
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
          overdueCalls,
          beyondLimits,
          growth,
          tp50Nanos,
          tp99Nanos,
          longestNanos);
    }
  }

  /**
   * The measurements of a step of several phases. Its batches are its slices.
   *
   * @param whole from the start of the first phase to the end of the last
   * @param phases one window per phase, without gaps
   * @param pools the pool at the end of each slice of the whole
   */
  public record PhasedWindow<P>(
      MeasuredWindow<P> whole, List<MeasuredWindow<P>> phases, List<PoolState> pools) {
    public PhasedWindow {
      phases = List.copyOf(phases);
      pools = List.copyOf(pools);
    }
  }
}
