package io.poolbench.published;

import io.poolbench.result.FigureText;

/**
 * A kind of figure, and how far a measured one may lie from a published one to agree with it: far
 * enough for another machine, kernel and client, and not so far that another pool would agree too.
 */
public enum FigureKind {
  TPS("TPS", "+-10 %") {
    @Override
    double band(double published) {
      return 0.1 * published;
    }

    @Override
    double deviation(double published, double measured) {
      return 100 * (measured - published) / published;
    }

    @Override
    public String text(double figure) {
      return FigureText.measure(figure);
    }

    @Override
    String deviationSize(double deviation) {
      return FigureText.pct(deviation) + " %";
    }
  },
  CPU("CPU", "+-10 points") {
    @Override
    double band(double published) {
      return 10;
    }

    @Override
    public String text(double figure) {
      return FigureText.pct(figure);
    }
  },
  TPN("TPn", "+- the larger of 2 ms and 25 %") {
    @Override
    double band(double published) {
      return Math.max(2, 0.25 * published);
    }

    @Override
    public String text(double figure) {
      return FigureText.measure(figure);
    }
  },
  USERS("users", "+-2") {
    @Override
    double band(double published) {
      return 2;
    }

    @Override
    public String text(double figure) {
      return FigureText.exact(figure);
    }
  };

  /** Decimal fractions have no exact binary ones: a figure on the bound itself lies within it. */
  private static final double ROUNDING = 1e-9;

  private final String title;
  private final String bandText;

  FigureKind(String title, String bandText) {
    this.title = title;
    this.bandText = bandText;
  }

  /** How far a measured figure may lie from the published one, on either side, in its unit. */
  abstract double band(double published);

  /** A figure of this kind for people, without its unit. */
  public abstract String text(double figure);

  /** How far a figure lies from the published one: in its unit, but of TPS in percent. */
  double deviation(double published, double measured) {
    return measured - published;
  }

  String deviationSize(double deviation) {
    return text(deviation);
  }

  /** {@link #deviation} for people, such as {@code +1.2 %}. */
  public String deviationText(double published, double measured) {
    double deviation = deviation(published, measured);
    return (deviation < 0 ? "-" : "+") + deviationSize(Math.abs(deviation));
  }

  /** Its name in tables. */
  public String title() {
    return title;
  }

  /** Its band in words, such as {@code +-10 %}. */
  public String bandText() {
    return bandText;
  }

  /** Whether a measured figure agrees with a published one. */
  public boolean agrees(double published, double measured) {
    return Math.abs(measured - published) <= band(published) + ROUNDING * Math.abs(published);
  }
}
