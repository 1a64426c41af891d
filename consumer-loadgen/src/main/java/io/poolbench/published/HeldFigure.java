package io.poolbench.published;

import java.util.Objects;

/**
 * A published figure, with the measured one beside it.
 *
 * @param published in the figure's unit
 * @param measured the median at the published load; null where there is none
 * @param remark why it does not agree, as far as the counters show it; empty where it does
 */
public record HeldFigure(
    PublishedFigure figure, double published, Double measured, Standing standing, String remark) {
  public HeldFigure {
    Objects.requireNonNull(figure, "figure");
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(remark, "remark");
  }
}
