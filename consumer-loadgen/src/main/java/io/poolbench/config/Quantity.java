package io.poolbench.config;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;

/** Numbers that a study writes with their unit; a component's name ends in the unit it keeps. */
enum Quantity {
  MILLIS("Millis") {
    @Override
    BigDecimal parse(String text) {
      return BigDecimal.valueOf(Durations.toMicros(Durations.parse(text)), 3);
    }

    @Override
    String print(Number millis) {
      return Durations.print(Durations.ofMillis(millis.doubleValue()));
    }
  },
  MICROS("Micros") {
    @Override
    BigDecimal parse(String text) {
      return BigDecimal.valueOf(Durations.toMicros(Durations.parse(text)));
    }

    @Override
    String print(Number micros) {
      return Durations.print(Durations.ofMicros(micros.longValue()));
    }
  },
  BYTES("Bytes") {
    @Override
    BigDecimal parse(String text) {
      return BigDecimal.valueOf(Sizes.parse(text));
    }

    @Override
    String print(Number bytes) {
      return Sizes.print(bytes.intValue());
    }
  },
  PERCENT("Pct") {
    @Override
    BigDecimal parse(String text) {
      return BigDecimal.valueOf(Percentages.parse(text));
    }

    @Override
    String print(Number percent) {
      return Percentages.print(percent.doubleValue());
    }
  };

  private final String suffix;

  Quantity(String suffix) {
    this.suffix = suffix;
  }

  /** The quantity that a component of this name holds; empty where it holds none. */
  static Optional<Quantity> of(String component) {
    return Arrays.stream(values())
        .filter(quantity -> component.endsWith(quantity.suffix))
        .findFirst();
  }

  /** A component's name without its unit. */
  String without(String component) {
    return component.substring(0, component.length() - suffix.length());
  }

  /**
   * The number in this unit.
   *
   * @throws IllegalArgumentException for a text that is no such quantity
   */
  abstract BigDecimal parse(String text);

  /**
   * The number as a component of this type keeps it.
   *
   * @throws IllegalArgumentException for a text that is no such quantity, or a fraction of what an
   *     integer counts
   */
  Number read(String text, Class<?> type) {
    BigDecimal number = parse(text);
    if (type == double.class) {
      return number.doubleValue();
    }
    if (number.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(
          "duration '" + text + "' is too fine (valid: whole milliseconds)");
    }
    return type == int.class ? (Number) number.intValue() : (Number) number.longValue();
  }

  /** The shortest text that {@link #parse} reads as this number. */
  abstract String print(Number number);
}
