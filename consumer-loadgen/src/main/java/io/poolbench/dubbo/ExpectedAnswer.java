package io.poolbench.dubbo;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.GoodAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * The value that an answer has at a place of its JSON form, which is made of its fields.
 *
 * @param value a scalar; numbers are compared by value, whatever their type
 */
record ExpectedAnswer(JsonPointer pointer, JsonNode value) {
  /** Writes any answer as JSON. */
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private static final int MAX_CHARACTERS = 100;

  static ExpectedAnswer of(GoodAnswer answer) {
    try {
      return new ExpectedAnswer(
          JsonPointer.compile(answer.pointer()), MAPPER.readTree(answer.json()));
    } catch (IOException e) {
      throw new UncheckedIOException("an expected answer is valid JSON", e);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException("answer.pointer", e.getMessage());
    }
  }

  /** How an answer differs; empty where it does not. */
  Optional<String> mismatch(Object answer) {
    JsonNode json;
    try {
      json = MAPPER.valueToTree(answer);
    } catch (IllegalArgumentException e) {
      return Optional.of("wrong answer: no JSON form: " + e.getMessage());
    }
    JsonNode found = json.at(pointer);
    if (equal(value, found)) {
      return Optional.empty();
    }
    String what = found.isMissingNode() ? "nothing there in " + json : found.toString();
    return Optional.of(
        "wrong answer: expected %s at '%s', got %s"
            .formatted(value, pointer, what.substring(0, Math.min(what.length(), MAX_CHARACTERS))));
  }

  private static boolean equal(JsonNode expected, JsonNode found) {
    return (expected.isNumber() && found.isNumber())
        ? expected.decimalValue().compareTo(found.decimalValue()) == 0
        : expected.equals(found);
  }
}
