package io.poolbench.dubbo;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.CallSettings.GoodAnswer;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * The expected value at a place of an answer's JSON form, which consists of the answer's fields.
 *
 * @param value a scalar; numbers are compared by value, whatever their type
 * @param ofText whether a text also matches the number or boolean that it denotes, since some files
 *     have only texts
 */
record ExpectedAnswer(JsonPointer pointer, JsonNode value, boolean ofText) {
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(new Jdk8Module())
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private static final int MAX_CHARACTERS = 100;

  /** The expected answer to the request of a record. */
  static ExpectedAnswer of(GoodAnswer answer, Map<String, JsonNode> columns) {
    ArgumentTemplate template = ArgumentTemplate.parse(answer.equalsJson());
    JsonNode value = template.arguments(columns);
    if (!value.isValueNode()) {
      throw new InvalidSettingException(
          "answer.equals", value + " (valid: a text, a number, true, false or null)");
    }
    try {
      return new ExpectedAnswer(
          JsonPointer.compile(answer.pointer()), value, template.namesColumns());
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException("answer.pointer", e.getMessage());
    }
  }

  /** Whether the expected answer depends on the record. */
  static boolean namesColumns(GoodAnswer answer) {
    return ArgumentTemplate.parse(answer.equalsJson()).namesColumns();
  }

  /** The difference from the expected value; empty where there is none. */
  Optional<String> mismatch(Object answer) {
    JsonNode json;
    try {
      json = AnswerJson.tree(answer);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of("wrong answer: no JSON form: " + e.getMessage());
    }
    JsonNode found = json.at(pointer);
    if (isExpected(found)) {
      return Optional.empty();
    }
    String what = found.isMissingNode() ? "nothing there in " + json : found.toString();
    return Optional.of(
        "wrong answer: expected %s at '%s', got %s"
            .formatted(value, pointer, what.substring(0, Math.min(what.length(), MAX_CHARACTERS))));
  }

  private boolean isExpected(JsonNode found) {
    boolean mayDenote = ofText && value.isTextual();
    if (!found.isNumber() || !(value.isNumber() || mayDenote)) {
      return value.equals(found)
          || (mayDenote && found.isBoolean() && value.textValue().equals(found.asText()));
    }
    try {
      return new BigDecimal(value.asText().strip()).compareTo(found.decimalValue()) == 0;
    } catch (NumberFormatException noNumber) {
      return false; // such as NaN, or another text than a number
    }
  }
}
