package io.poolbench.load;

import io.poolbench.measure.Interval;
import java.util.List;

/**
 * The measurements of a step's window.
 *
 * @param parts consecutive parts of nominally equal length
 * @param before the probe's counters when it opened
 * @param after the probe's counters when it closed
 */
public record MeasuredWindow<P>(List<Part> parts, P before, P after) {
  public MeasuredWindow {
    parts = List.copyOf(parts);
  }

  /** The window's length. */
  public long nanos() {
    return parts.stream().mapToLong(Part::nanos).sum();
  }

  /** The calls that ended in the window. */
  public Interval interval() {
    return Interval.merge(parts.stream().map(Part::interval).toList());
  }

  /**
   * A part of a window.
   *
   * @param nanos its real length
   * @param interval the calls that ended in it
   */
  public record Part(long nanos, Interval interval) {}
}
