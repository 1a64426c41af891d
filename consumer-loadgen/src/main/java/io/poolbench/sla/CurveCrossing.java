package io.poolbench.sla;

import java.util.Objects;

/**
 * The crossing of the curves of two cells: one cell has fewer late calls at low levels and the
 * other at high levels, and both differences are shown.
 */
public record CurveCrossing(RoundsTest low, RoundsTest high) {
  public CurveCrossing {
    Objects.requireNonNull(low, "low");
    Objects.requireNonNull(high, "high");
  }

  /** The highest level at which the one cell is better. */
  public int lastOfLow() {
    return low.levels().get(low.levels().size() - 1);
  }

  /** The lowest level at which the other cell is better. */
  public int firstOfHigh() {
    return high.levels().get(0);
  }

  /** The strength of the weaker of both tests. */
  double strength() {
    return Math.min(Math.abs(low.t()), Math.abs(high.t()));
  }

  CurveCrossing exchanged() {
    return new CurveCrossing(low.exchanged(), high.exchanged());
  }
}
