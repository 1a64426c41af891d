package io.poolbench.result;

/** The unit of a metric or of a limit. */
public enum Unit {
  SECONDS("s"),
  MILLIS("ms"),
  MICROS("us"),
  PERCENT("%"),
  PER_SECOND("/s"),
  BYTES("B"),
  /** A number of things. */
  COUNT("");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** Such as {@code ms}; empty for a number of things. */
  public String symbol() {
    return symbol;
  }

  /** Whether it measures time, so that a study gives it as a duration: {@code 10ms}. */
  public boolean isTime() {
    return this == SECONDS || this == MILLIS || this == MICROS;
  }

  /** A value in this unit without its symbol, as people read it; null is unknown. */
  public String text(Double value) {
    return switch (this) {
      case PERCENT -> FigureText.pct(value);
      case COUNT, BYTES ->
          value != null && value == Math.rint(value)
              ? FigureText.count(value.longValue())
              : FigureText.measure(value);
      case SECONDS, MILLIS, MICROS, PER_SECOND -> FigureText.measure(value);
    };
  }

  /** A value beside a limit, with as many digits as it takes to tell the two apart. */
  public String textBeside(double value, double limit) {
    return this == PERCENT
        ? FigureText.pctBeside(value, limit)
        : FigureText.measureBeside(value, limit);
  }
}
