package io.poolbench.load;

import io.poolbench.measure.Interval;
import java.util.List;

/**
 * What was seen while a step was measured.
 *
 * @param parts what was seen, in parts that followed each other and were to be equally long
 * @param before what the probe read when it opened
 * @param after what the probe read when it closed
 */
public record Window<P>(List<Part> parts, P before, P after) {
  public Window {
    parts = List.copyOf(parts);
  }

  /** How long it was open. */
  public long nanos() {
    return parts.stream().mapToLong(Part::nanos).sum();
  }

  /** The calls that ended in it. */
  public Interval interval() {
    return Interval.merge(parts.stream().map(Part::interval).toList());
  }

  /**
   * A part of a window.
   *
   * @param nanos how long it really was
   * @param interval the calls that ended in it
   */
  public record Part(long nanos, Interval interval) {}
}
