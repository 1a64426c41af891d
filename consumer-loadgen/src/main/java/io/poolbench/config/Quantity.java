package io.poolbench.config;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Number formats with a unit; the suffix of a component's name tells the unit of its value. */
enum Quantity {
  /** A duration in milliseconds, with microseconds as decimals. */
  MILLIS("Millis") {
    @Override
    BigDecimal parse(String text) {
      return MICROS.parse(text).movePointLeft(3);
    }

    @Override
    String print(Number millis) {
      return MICROS.print(BigDecimal.valueOf(millis.doubleValue()).movePointRight(3));
    }
  },
  MICROS("Micros") {
    @Override
    BigDecimal parse(String text) {
      return BigDecimal.valueOf(Durations.toMicros(Durations.parse(text)));
    }

    @Override
    String print(Number micros) {
      // A limit in another unit of time is a quotient, and may be slightly less than it should be.
      return Durations.print(Durations.ofMicros(Math.round(micros.doubleValue())));
    }
  },
  /** A size in bytes, at most 1 GiB: {@code 512B}, {@code 16KiB}, {@code 1MiB}, {@code 1GiB}. */
  BYTES("Bytes") {
    @Override
    BigDecimal parse(String text) {
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
    String print(Number bytes) {
      int size = bytes.intValue();
      int unit = size == 0 ? 0 : Integer.numberOfTrailingZeros(size) / 10;
      return (size >> (10 * unit)) + SIZE_UNITS.get(unit);
    }
  },
  /** A percentage: {@code 99.9%}. */
  PERCENT("Pct") {
    @Override
    BigDecimal parse(String text) {
      if (!PERCENTAGE.matcher(text).matches()) {
        throw new IllegalArgumentException("invalid percentage '" + text + "' (example: 99.9%)");
      }
      return new BigDecimal(text.substring(0, text.length() - 1));
    }

    @Override
    String print(Number percent) {
      BigDecimal number = BigDecimal.valueOf(percent.doubleValue());
      return number.stripTrailingZeros().toPlainString() + "%";
    }
  };

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(B|KiB|MiB|GiB)");
  private static final List<String> SIZE_UNITS = List.of("B", "KiB", "MiB", "GiB");
  private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?%");

  private final String suffix;

  Quantity(String suffix) {
    this.suffix = suffix;
  }

  /** The quantity of the component's suffix; empty where it has none. */
  static Optional<Quantity> of(String component) {
    return Arrays.stream(values())
        .filter(quantity -> component.endsWith(quantity.suffix))
        .findFirst();
  }

  String without(String component) {
    return component.substring(0, component.length() - suffix.length());
  }

  abstract BigDecimal parse(String text);

  /** Parses a number as the type of its component. */
  Number read(String text, Class<?> type) {
    BigDecimal number = parse(text);
    if (type == double.class || type == Double.class) {
      return number.doubleValue();
    }
    if (number.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(
          "duration '" + text + "' is too fine (valid: whole milliseconds)");
    }
    return type == int.class || type == Integer.class
        ? (Number) number.intValue()
        : (Number) number.longValue();
  }

  /** The shortest text that {@link #parse} reads as this number. */
  abstract String print(Number number);
}
