package io.poolbench.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
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

  /** The shortest text that {@link #parse} reads as this number. */
  abstract String print(Number number);

  /** Reads a quantity into a component of a primitive type or its box. */
  static final class Reader extends StdDeserializer<Number> {
    private static final long serialVersionUID = 1L;

    private final Quantity quantity;

    Reader(Quantity quantity, Class<?> type) {
      super(type);
      this.quantity = quantity;
    }

    @Override
    public Number deserialize(JsonParser json, DeserializationContext context) throws IOException {
      BigDecimal number = quantity.parse(json.getText());
      if (handledType() == double.class) {
        return number.doubleValue();
      }
      if (number.stripTrailingZeros().scale() > 0) {
        throw new IllegalArgumentException(
            "duration '" + json.getText() + "' is too fine (valid: whole milliseconds)");
      }
      return handledType() == int.class ? (Number) number.intValue() : (Number) number.longValue();
    }
  }

  /** The inverse of {@link Reader}. */
  static final class Writer extends StdSerializer<Number> {
    private static final long serialVersionUID = 1L;

    private final Quantity quantity;

    Writer(Quantity quantity) {
      super(Number.class);
      this.quantity = quantity;
    }

    @Override
    public void serialize(Number number, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(quantity.print(number));
    }
  }
}
