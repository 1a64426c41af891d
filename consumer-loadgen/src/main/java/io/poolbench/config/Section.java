package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One section of settings that satisfy the schema, read as the types that the spec records have. A
 * value's problem is an {@link InvalidSettingException} that bears its key.
 */
record Section(JsonNode node) {
  boolean has(String key) {
    return node.has(key);
  }

  JsonNode node(String key) {
    return node.get(key);
  }

  /**
   * A value for which there is no default.
   *
   * @param example of what it may be
   */
  JsonNode required(String key, String example) {
    if (!has(key)) {
      throw new InvalidSettingException(key, "is missing; valid: such as " + example);
    }
    return node.get(key);
  }

  String text(String key) {
    return node.get(key).textValue();
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    node.get(key).forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  int integer(String key) {
    return node.get(key).intValue();
  }

  <E> E one(String key, E[] values, Function<E, String> id) {
    for (E value : values) {
      if (id.apply(value).equals(text(key))) {
        return value;
      }
    }
    throw new IllegalStateException("the schema allows an unknown " + key + ", " + text(key));
  }

  Duration duration(String key) {
    return parsed(key, Durations::parse);
  }

  long micros(String key) {
    return Durations.toMicros(duration(key));
  }

  /** Of a value for which there is no default. */
  long micros(String key, String example) {
    required(key, example);
    return micros(key);
  }

  long millis(String key) {
    long micros = micros(key);
    if (micros % 1_000 != 0) {
      throw new InvalidSettingException(
          key, "'" + text(key) + "' is finer than it can be; valid: whole milliseconds");
    }
    return micros / 1_000;
  }

  double fractionalMillis(String key) {
    return Durations.toMillis(duration(key));
  }

  int bytes(String key) {
    return parsed(key, Sizes::parse);
  }

  double percent(String key) {
    return parsed(key, Percentages::parse);
  }

  /** A schedule as text, list or single number. */
  List<Integer> levels(String key) {
    JsonNode levels = node.get(key);
    if (levels.isTextual()) {
      return parsed(key, Levels::parse);
    }
    if (!levels.isArray()) {
      return List.of(levels.intValue());
    }
    List<Integer> steps = new ArrayList<>();
    levels.forEach(step -> steps.add(step.intValue()));
    return steps;
  }

  private <T> T parsed(String key, Function<String, T> grammar) {
    try {
      return grammar.apply(text(key));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(key, e.getMessage());
    }
  }
}
