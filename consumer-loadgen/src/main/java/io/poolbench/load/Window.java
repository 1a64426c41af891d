package io.poolbench.load;

import io.poolbench.measure.Interval;
import java.util.Objects;

/**
 * What was seen while a step was measured.
 *
 * @param nanos how long the window was open
 * @param interval the calls that ended in it
 * @param before what the probe read when it opened
 * @param after what the probe read when it closed
 */
public record Window<P>(long nanos, Interval interval, P before, P after) {
  public Window {
    Objects.requireNonNull(interval, "interval");
  }
}
