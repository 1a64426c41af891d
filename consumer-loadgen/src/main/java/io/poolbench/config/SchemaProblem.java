package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What a study has that its schema does not allow, in a user's words. All of them come from the
 * schema: its titles, enums, examples and bounds.
 *
 * @param pointer what it is about
 * @param isUnknownKey whether nothing can stand there at all
 * @param text what is wrong, and what would be valid
 */
record SchemaProblem(JsonPointer pointer, boolean isUnknownKey, String text) {
  private static final int LONGEST_QUOTE = 60;

  /**
   * A key that its section does not have.
   *
   * @param elsewhere the paths at which such a key can stand, asked for only if need be
   */
  static SchemaProblem ofUnknownKey(
      JsonPointer pointer, String key, ObjectNode section, Supplier<List<String>> elsewhere) {
    List<String> valid = keys(section);
    String meant =
        NearestNames.nearest(key, valid)
            .map(SchemaProblem::didYouMean)
            .or(() -> elsewhere.get().stream().findFirst().map(SchemaProblem::didYouMeanThere))
            .orElse("");
    return new SchemaProblem(
        pointer, true, "unknown key" + meant + "; valid: " + String.join(", ", valid));
  }

  /** A value that its definition does not allow, by the keyword of the schema that says so. */
  static SchemaProblem ofValue(
      JsonPointer pointer, String keyword, JsonNode value, ObjectNode definition, String message) {
    String text =
        switch (keyword) {
          case "type", "pattern" -> noSuchThing(value, definition);
          case "enum" -> noneOf(value, definition);
          case "minimum", "maximum", "exclusiveMinimum" ->
              quote(value) + " is out of range; valid: " + range(definition);
          case "minItems", "minProperties" -> "is empty; valid: one or more" + choice(definition);
          case "maxItems" ->
              "has " + value.size() + " entries; valid: at most " + definition.get(keyword);
          default -> message;
        };
    return new SchemaProblem(pointer, false, text);
  }

  private static String noSuchThing(JsonNode value, ObjectNode definition) {
    if (value.isNull()) {
      return "has no value; valid: " + valid(definition);
    }
    if (value.isTextual()
        && accepts(definition, "integer")
        && value.textValue().matches("[0-9]+")) {
      return quote(value) + " is a text; valid: the number without quotes";
    }
    if (accepts(definition, "integer") && value.isBigInteger()) {
      return quote(value) + " is out of range; valid: " + range(definition);
    }
    return quote(value) + " is no " + noun(definition) + "; valid: " + valid(definition);
  }

  private static String noneOf(JsonNode value, ObjectNode definition) {
    List<String> valid = texts(definition.get("enum"));
    String meant =
        value.isTextual()
            ? NearestNames.nearest(value.textValue(), valid)
                .map(SchemaProblem::didYouMean)
                .orElse("")
            : "";
    return quote(value) + " is unknown" + meant + "; valid: " + String.join(", ", valid);
  }

  private static String didYouMean(String name) {
    return " (did you mean '" + name + "'?)";
  }

  private static String didYouMeanThere(String path) {
    String atTheTop = path.indexOf('.') < 0 ? ", at the top of the study" : "";
    return " (did you mean '" + path + "'" + atTheTop + "?)";
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

  private static String valid(ObjectNode definition) {
    if (definition.has("enum")) {
      return String.join(", ", texts(definition.get("enum")));
    }
    if (definition.has("examples")) {
      return "such as " + String.join(", ", texts(definition.get("examples")));
    }
    if (definition.has("minimum")) {
      return range(definition);
    }
    if (definition.has("properties")) {
      return "a section with " + String.join(", ", keys(definition));
    }
    return "a " + noun(definition);
  }

  private static String range(ObjectNode definition) {
    if (definition.has("exclusiveMinimum")) {
      return "above " + definition.get("exclusiveMinimum");
    }
    long high = definition.path("maximum").asLong(Integer.MAX_VALUE);
    String low = definition.path("minimum").asText();
    return high == Integer.MAX_VALUE ? low + " or more" : low + ".." + high;
  }

  private static String choice(ObjectNode definition) {
    return definition.has("properties") ? " of " + String.join(", ", keys(definition)) : "";
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
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.toList());
  }

  private static String quote(JsonNode value) {
    if (value.isObject()) {
      return "a section";
    }
    if (value.isArray()) {
      return "a list";
    }
    if (value.isNumber()) {
      return shortened(new BigDecimal(value.asText()).toString());
    }
    return "'" + shortened(RedisUris.masked(value.asText())) + "'";
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }
}
