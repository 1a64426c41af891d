package io.poolbench.result;

/** The unit of a metric or of a limit. */
public enum Unit {
  SECONDS("s"),
  MILLIS("ms"),
  MICROS("us"),
  PERCENT("%"),
  PER_SECOND("/s"),
  BYTES("B"),
  MEBIBYTES("MiB"),
  COUNT("");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }

  /** Whether this is a unit of time, written as a duration in studies, such as {@code 10ms}. */
  public boolean isTime() {
    return this == SECONDS || this == MILLIS || this == MICROS;
  }

  /** A value as text without the symbol; null = unknown. */
  public String text(Double value) {
    return switch (this) {
      case PERCENT -> FigureText.pct(value);
      case COUNT, BYTES ->
          value != null && value == Math.rint(value)
              ? FigureText.count(value.longValue())
              : FigureText.measure(value);
      case SECONDS, MILLIS, MICROS, PER_SECOND, MEBIBYTES -> FigureText.measure(value);
    };
  }

  /** Formats a value next to a different limit, with as many digits as the difference needs. */
  public String textBeside(double value, double limit) {
    return this == PERCENT
        ? FigureText.pctBeside(value, limit)
        : FigureText.measureBeside(value, limit);
  }
}
