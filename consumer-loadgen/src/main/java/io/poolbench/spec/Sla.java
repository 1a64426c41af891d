package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a provider has promised: bounds that a step must all keep.
 *
 * @param bounds at least one
 * @param upTo the load up to which the promise is asserted to hold, in users or in requests per
 *     second; null = nothing is asserted, and how far it holds is what is asked
 */
public record Sla(List<Bound> bounds, Integer upTo) {
  public Sla {
    bounds = List.copyOf(bounds);
    if (bounds.isEmpty()) {
      throw new InvalidSettingException(
          "sla", "has no bound; valid: one or more, such as tp99: 10ms");
    }
    if (upTo != null && upTo < 1) {
      throw new InvalidSettingException(
          "upTo", upTo + " is no load; valid: 1 or more users, or requests/s of a rate");
    }
  }

  /** A promise of which nobody asserts how far it holds. */
  public Sla(List<Bound> bounds) {
    this(bounds, null);
  }

  /** The SLA in words, such as {@code TP99 < 10 ms, AVAILABILITY >= 99.9 %}. */
  public String text() {
    return bounds.stream().map(Bound::text).collect(Collectors.joining(", "));
  }

  /**
   * A bound on one figure.
   *
   * @param limit in the figure's unit
   */
  public record Bound(SlaFigure figure, double limit) {
    public Bound {
      Objects.requireNonNull(figure, "figure");
      if (!(limit > 0) || Double.isInfinite(limit)) {
        throw new InvalidSettingException(figure.id(), limit + " is no bound; valid: above 0");
      }
      if (figure.unit().equals("%") && limit > 100) {
        throw new InvalidSettingException(
            figure.id(), limit + "% is out of range; valid: above 0%, at most 100%");
      }
    }

    /** The bound in words, such as {@code TP99 < 10 ms}. */
    public String text() {
      String number = BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
      return figure.name() + " " + figure.relation() + " " + number + " " + figure.unit();
    }
  }
}
