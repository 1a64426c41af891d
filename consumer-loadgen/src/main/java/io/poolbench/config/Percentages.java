package io.poolbench.config;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Percentages as studies write them: {@code 99.9%}. */
final class Percentages {
  private static final Pattern FORM = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?%");

  private Percentages() {}

  /**
   * @throws IllegalArgumentException where the text is no percentage; says what would be one
   */
  static double parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is no percentage; valid: such as 99.9%");
    }
    return Double.parseDouble(text.substring(0, text.length() - 1));
  }

  /** The shortest text that {@link #parse} reads as this percentage. */
  static String print(double percent) {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "%";
  }
}
