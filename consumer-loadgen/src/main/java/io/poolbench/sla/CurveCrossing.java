package io.poolbench.sla;

import java.util.Objects;

/**
 * Two cells of which one has fewer late calls at low levels, and the other at high ones; both are
 * shown.
 *
 * @param low the levels at which the one is better
 * @param high the levels above, at which the other is
 */
public record CurveCrossing(RoundsTest low, RoundsTest high) {
  public CurveCrossing {
    Objects.requireNonNull(low, "low");
    Objects.requireNonNull(high, "high");
  }

  /** The highest level at which the one is better. */
  public int lastOfLow() {
    return low.levels().get(low.levels().size() - 1);
  }

  /** The lowest level at which the other is better. */
  public int firstOfHigh() {
    return high.levels().get(0);
  }

  /** The strength of the weaker of both parts. */
  double strength() {
    return Math.min(Math.abs(low.t()), Math.abs(high.t()));
  }

  /** The same with both cells exchanged. */
  CurveCrossing exchanged() {
    return new CurveCrossing(low.exchanged(), high.exchanged());
  }
}
