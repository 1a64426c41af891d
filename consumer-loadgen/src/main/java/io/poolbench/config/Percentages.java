package io.poolbench.config;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** The grammar of percentages in studies: {@code 99.9%}. */
final class Percentages {
  private static final Pattern FORM = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?%");

  private Percentages() {}

  /**
   * Reads a percentage.
   *
   * @throws IllegalArgumentException for an invalid percentage; the message has an example
   */
  static double parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("invalid percentage '" + text + "' (example: 99.9%)");
    }
    return Double.parseDouble(text.substring(0, text.length() - 1));
  }

  /** The shortest text that {@link #parse} reads as this percentage. */
  static String print(double percent) {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "%";
  }
}
