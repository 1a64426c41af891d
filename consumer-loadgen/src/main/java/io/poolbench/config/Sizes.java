package io.poolbench.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of sizes in studies: {@code 512B}, {@code 16KiB}, {@code 1MiB}, {@code 1GiB}. */
final class Sizes {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,12})(B|KiB|MiB|GiB)");
  private static final String UNITS = "BKMG";

  private Sizes() {}

  /**
   * A size in bytes, at most 1 GiB.
   *
   * @throws IllegalArgumentException for an invalid size; the message has an example
   */
  static int parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid size '" + text + "' (example: 512B, 16KiB, 1MiB)");
    }
    long number = Long.parseLong(matcher.group(1));
    int shift = 10 * UNITS.indexOf(matcher.group(2).charAt(0));
    if (number > 1L << (30 - shift)) {
      throw new IllegalArgumentException("size '" + text + "' is too large (valid: 0B..1GiB)");
    }
    return (int) (number << shift);
  }

  /** The shortest text that {@link #parse} reads as this size. */
  static String print(int bytes) {
    int unit =
        bytes == 0 ? 0 : Math.min(UNITS.length() - 1, Integer.numberOfTrailingZeros(bytes) / 10);
    return (bytes >> (10 * unit)) + (unit == 0 ? "B" : UNITS.charAt(unit) + "iB");
  }
}
