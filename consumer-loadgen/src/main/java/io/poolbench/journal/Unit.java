package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/** The unit of a metric or of a limit. */
public enum Unit {
  SECONDS("s", "seconds", "s"),
  MILLIS("ms", "ms"),
  MICROS("us", "us"),
  PERCENT("%", "pct"),
  PER_SECOND("/s", "tps"),
  MEBIBYTES("MiB", "mib"),
  COUNT("");

  private final String symbol;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> words;

  Unit(String symbol, String... words) {
    this.symbol = symbol;
    this.words = List.of(words);
  }

  /**
   * The unit that a word of a column names, such as {@code gc_pause_ms}: the first one in the order
   * of the units; a count without such a word.
   */
  static Unit ofColumn(String column) {
    List<String> words = List.of(column.split("_"));
    return Arrays.stream(values())
        .filter(unit -> unit.words.stream().anyMatch(words::contains))
        .findFirst()
        .orElse(COUNT);
  }

  @JsonValue
  public String symbol() {
    return symbol;
  }

  /** The symbol as it follows a value, after a space; empty for a count. */
  public String suffix() {
    return symbol.isEmpty() ? "" : " " + symbol;
  }

  /** Whether this is a unit of time, written as a duration in studies, such as {@code 10ms}. */
  public boolean isTime() {
    return this == SECONDS || this == MILLIS || this == MICROS;
  }

  /** A value as text without the symbol; null = unknown. */
  public String text(Double value) {
    if (value != null && isWholeCount(value)) {
      return FigureText.count(value.longValue());
    }
    return this == PERCENT ? FigureText.pct(value) : FigureText.measure(value);
  }

  /** Formats a value next to a different limit, with as many digits as the difference needs. */
  public String textBeside(double value, double limit) {
    int decimals = this == PERCENT ? 1 : isWholeCount(value) ? 0 : FigureText.decimals(value);
    return FigureText.beside(value, limit, decimals);
  }

  private boolean isWholeCount(double value) {
    return this == COUNT && value == Math.rint(value);
  }
}
