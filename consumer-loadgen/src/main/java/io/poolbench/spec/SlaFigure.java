package io.poolbench.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A figure that an SLA can bound, with its unit and the side on which it is good. */
public enum SlaFigure {
  MEAN("ms", false),
  TP50("ms", false),
  TP90("ms", false),
  TP99("ms", false),
  TP999("ms", false),
  /** Successful answers per second. */
  TPS("/s", true),
  /** OK of all calls, in percent. */
  AVAILABILITY("%", true),
  /** The provider's CPU use, in percent of the CPUs that it may use. */
  CPU("%", false);

  private final String unit;
  private final boolean moreIsBetter;

  SlaFigure(String unit, boolean moreIsBetter) {
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
  }

  /** The figure's name in a study, such as {@code tp99}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The unit in which bounds and measurements are given. */
  public String unit() {
    return unit;
  }

  /** The figure with this name, empty where there is none. */
  public static Optional<SlaFigure> of(String id) {
    return Arrays.stream(values()).filter(figure -> figure.id().equals(id)).findFirst();
  }

  /**
   * Whether a measurement keeps a bound: at least, where more is better, strictly below otherwise.
   */
  public boolean holds(double measured, double bound) {
    return moreIsBetter ? measured >= bound : measured < bound;
  }

  /** How a bound on this figure reads: {@code <} or {@code >=}. */
  public String relation() {
    return moreIsBetter ? ">=" : "<";
  }
}
