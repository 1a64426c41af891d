package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.study.ConfigException.Place;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A violation of the schema as a message, in terms of the schema's titles, enums, examples and
 * bounds.
 */
record SchemaProblem(JsonPointer pointer, boolean isUnknownKey, String text) {
  private static final int MAX_QUOTE = 60;
  private static final int MAX_NAMES = 25;

  static SchemaProblem ofUnknownKey(
      JsonPointer pointer, String key, ObjectNode section, Supplier<List<String>> elsewhere) {
    List<String> valid = keys(section);
    String hint = NearestNames.hint(key, valid);
    if (hint.isEmpty()) {
      hint = elsewhere.get().stream().findFirst().map(SchemaProblem::didYouMean).orElse("");
    }
    return new SchemaProblem(
        pointer, true, "unknown key" + hint + " (valid: " + names(valid) + ")");
  }

  private static String names(List<String> valid) {
    return valid.size() <= MAX_NAMES
        ? String.join(", ", valid)
        : String.join(", ", valid.subList(0, MAX_NAMES)) + ", ...";
  }

  static SchemaProblem ofValue(
      JsonPointer pointer, String keyword, JsonNode value, ObjectNode definition, String message) {
    String text =
        switch (keyword) {
          case "type", "pattern" -> wrongForm(value, definition);
          case "enum" -> unknownValue(value, definition);
          case "minimum", "maximum", "exclusiveMinimum" -> outOfRange(value, definition);
          case "minItems", "minProperties" -> "empty (valid: one or more)";
          case "maxItems" ->
              value.size() + " entries (valid: at most " + definition.get(keyword) + ")";
          default -> message;
        };
    return new SchemaProblem(pointer, false, text);
  }

  private static String wrongForm(JsonNode value, ObjectNode definition) {
    if (value.isNull()) {
      return "missing" + valid(definition);
    }
    if (accepts(definition, "integer")) {
      if (value.isTextual() && value.textValue().matches("[0-9]+")) {
        return "text " + quote(value) + " (valid: a number without quotes)";
      }
      if (value.isBigInteger()) {
        return outOfRange(value, definition);
      }
    }
    return "invalid " + noun(definition) + " " + quote(value) + valid(definition);
  }

  private static String unknownValue(JsonNode value, ObjectNode definition) {
    return "unknown value "
        + quote(value)
        + NearestNames.hint(value.asText(), texts(definition.get("enum")))
        + valid(definition);
  }

  private static String outOfRange(JsonNode value, ObjectNode definition) {
    return quote(value) + " out of range (valid: " + range(definition) + ")";
  }

  private static String didYouMean(String path) {
    String atTheTop = path.indexOf('.') < 0 ? " at the top of the study" : "";
    return ", did you mean '" + path + "'" + atTheTop + "?";
  }

  private static String noun(ObjectNode definition) {
    if (definition.has("title")) {
      return definition.get("title").textValue();
    }
    return switch (definition.path("type").asText()) {
      case "integer" -> "whole number";
      case "array" -> "list";
      case "object" -> "section";
      default -> "text";
    };
  }

  /** The allowed values in parentheses; empty where the definition does not restrict its type. */
  private static String valid(ObjectNode definition) {
    if (definition.has("enum")) {
      return " (valid: " + String.join(", ", texts(definition.get("enum"))) + ")";
    }
    if (definition.has("examples")) {
      return example(definition);
    }
    if (definition.has("minimum")) {
      return " (valid: " + range(definition) + ")";
    }
    return definition.has("properties")
        ? " (valid: " + String.join(", ", keys(definition)) + ")"
        : "";
  }

  static String example(ObjectNode definition) {
    return definition.has("examples")
        ? " (example: " + String.join(", ", texts(definition.get("examples"))) + ")"
        : "";
  }

  private static String range(ObjectNode definition) {
    if (definition.has("exclusiveMinimum")) {
      return "above %s, at most %s"
          .formatted(definition.get("exclusiveMinimum"), definition.get("maximum"));
    }
    long high = definition.path("maximum").asLong(Integer.MAX_VALUE);
    String low = definition.path("minimum").asText();
    return high == Integer.MAX_VALUE ? low + " or more" : low + ".." + high;
  }

  private static boolean accepts(ObjectNode definition, String type) {
    JsonNode types = definition.path("type");
    return types.isArray() ? texts(types).contains(type) : types.asText().equals(type);
  }

  private static List<String> keys(ObjectNode definition) {
    List<String> keys = new ArrayList<>();
    definition.path("properties").fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }

  private static String quote(JsonNode value) {
    if (value.isObject()) {
      return "(a section)";
    }
    if (value.isArray()) {
      return "(a list)";
    }
    if (value.isNumber()) {
      return shortened(new BigDecimal(value.asText()).toString());
    }
    return "'" + shortened(Place.masked(value.asText())) + "'";
  }

  private static String shortened(String text) {
    return text.length() <= MAX_QUOTE ? text : text.substring(0, MAX_QUOTE) + "...";
  }
}
