package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.NearestNames;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JSON template of arguments. A text may contain <code>${column}</code>, a column of a record,
 * and <code>${#}</code>, a number that is unique to each call.
 *
 * @param json for arguments, an entry per parameter
 */
record ArgumentTemplate(JsonNode json) {
  /** A column, or <code>$${</code>, which stands for the text <code>${</code>. */
  private static final Pattern COLUMN = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)}");

  static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .setNodeFactory(new ExactNumbers());

  /** Keeps the decimals that a double would round; others are doubles, as usual in JSON. */
  private static final class ExactNumbers extends JsonNodeFactory {
    @Override
    public ValueNode numberNode(BigDecimal value) {
      double near = value.doubleValue();
      return Double.isFinite(near) && BigDecimal.valueOf(near).compareTo(value) == 0
          ? numberNode(near)
          : super.numberNode(value);
    }
  }

  /** Reads a template that is known to be valid JSON. */
  static ArgumentTemplate parse(String json) {
    try {
      return new ArgumentTemplate(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("invalid JSON: " + json, e);
    }
  }

  boolean namesColumns() {
    return names(json, name -> !name.equals(UniqueNumbers.COLUMN));
  }

  /** Whether it contains <code>${#}</code>. */
  boolean isUnique() {
    return names(json, UniqueNumbers.COLUMN::equals);
  }

  private static boolean names(JsonNode node, Predicate<String> name) {
    return node.isTextual()
        ? COLUMN
            .matcher(node.textValue())
            .results()
            .map(found -> found.group(1))
            .anyMatch(found -> found != null && name.test(found))
        : node.valueStream().anyMatch(each -> names(each, name));
  }

  /** Fills in the columns of a record. A text that is one column alone has the column's type. */
  JsonNode arguments(Map<String, JsonNode> columns) {
    return filled(json, columns);
  }

  private static JsonNode filled(JsonNode node, Map<String, JsonNode> columns) {
    if (node.isTextual()) {
      return text(node, columns);
    }
    if (node.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      node.forEach(each -> list.add(filled(each, columns)));
      return list;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(
              each ->
                  object.set(each.getKey().replace("$${", "${"), filled(each.getValue(), columns)));
      return object;
    }
    return node;
  }

  private static JsonNode text(JsonNode node, Map<String, JsonNode> columns) {
    Matcher found = COLUMN.matcher(node.textValue());
    if (found.matches() && found.group(1) != null) {
      return column(found.group(1), columns);
    }
    found.reset();
    return JsonNodeFactory.instance.textNode(
        found.replaceAll(
            each ->
                Matcher.quoteReplacement(
                    each.group(1) == null ? "${" : inText(column(each.group(1), columns)))));
  }

  /** Lists and objects as JSON, of which Jackson's text is empty. */
  private static String inText(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  private static JsonNode column(String name, Map<String, JsonNode> columns) {
    JsonNode value = columns.get(name);
    if (value == null) {
      throw new InvalidSettingException(
          "data",
          "no column '%s'%s (valid: %s)"
              .formatted(
                  name,
                  NearestNames.hint(name, columns.keySet()),
                  String.join(", ", columns.keySet())));
    }
    return value;
  }
}
