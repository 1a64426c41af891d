package io.poolbench.study;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Number formats with a unit. */
public enum Quantity {
  /** A size in bytes, at most 1 GiB: {@code 512B}, {@code 16KiB}, {@code 1MiB}, {@code 1GiB}. */
  BYTES {
    @Override
    public BigDecimal parse(String text) {
      Matcher matcher = SIZE.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "invalid size '" + text + "' (example: 512B, 16KiB, 1MiB)");
      }
      long number = Long.parseLong(matcher.group(1));
      int shift = 10 * SIZE_UNITS.indexOf(matcher.group(2));
      if (number > 1L << (30 - shift)) {
        throw new IllegalArgumentException("size '" + text + "' is too large (valid: 0B..1GiB)");
      }
      return BigDecimal.valueOf(number << shift);
    }

    @Override
    public String print(Number bytes) {
      int size = bytes.intValue();
      int unit = size == 0 ? 0 : Integer.numberOfTrailingZeros(size) / 10;
      return (size >> (10 * unit)) + SIZE_UNITS.get(unit);
    }
  },
  /** A percentage: {@code 99.9%}. */
  PERCENT {
    @Override
    public BigDecimal parse(String text) {
      if (!PERCENTAGE.matcher(text).matches()) {
        throw new IllegalArgumentException("invalid percentage '" + text + "' (example: 99.9%)");
      }
      return new BigDecimal(text.substring(0, text.length() - 1));
    }

    @Override
    public String print(Number percent) {
      BigDecimal number = BigDecimal.valueOf(percent.doubleValue());
      return number.stripTrailingZeros().toPlainString() + "%";
    }
  };

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(B|KiB|MiB|GiB)");
  private static final List<String> SIZE_UNITS = List.of("B", "KiB", "MiB", "GiB");
  private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?%");

  public abstract BigDecimal parse(String text);

  /** The shortest text that {@link #parse} reads as this number. */
  public abstract String print(Number number);
}
