package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Flattens settings to texts by path, for names of cells and differences between studies. */
final class SettingTexts {
  /** Settings whose values are clear without their names. */
  private static final Set<String> SELF_EXPLAINING =
      Set.of(
          "client",
          "method",
          "protocol",
          "dispatcher",
          "executorManagement",
          "fidelity",
          "kind",
          "distribution");

  private static final String MEAN = "mean";

  /** Settings that are one text, of which the mean is a part. */
  private static final Set<String> QUANTITIES = Set.of("latency", "thinkTime");

  private SettingTexts() {}

  /** All settings of a tree by path; a section with a mean is one setting. */
  static Map<String, String> of(JsonNode tree) {
    Map<String, String> texts = new LinkedHashMap<>();
    values(tree).forEach((path, value) -> texts.put(path, text(value)));
    return texts;
  }

  /** The settings of {@link #of} as they are in the tree. */
  static Map<String, JsonNode> values(JsonNode tree) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.properties()) {
      JsonNode value = entry.getValue();
      // A call or a property may have the name of a quantity, and an SLA a bound on the mean.
      boolean isQuantity = QUANTITIES.contains(entry.getKey()) && value.has(MEAN);
      if (value.isObject() && !isQuantity) {
        values(value).forEach((path, part) -> values.put(entry.getKey() + "." + path, part));
      } else {
        values.put(entry.getKey(), value);
      }
    }
    return values;
  }

  static String text(JsonNode value) {
    if (value.isObject()) {
      return value.get(MEAN).asText()
          + value.properties().stream()
              .filter(part -> !part.getKey().equals(MEAN))
              .map(part -> " " + named(part.getKey(), part.getValue().asText()))
              .collect(Collectors.joining());
    }
    return value.isArray()
        ? value
            .valueStream()
            .map(entry -> entry.isObject() ? String.join(" ", of(entry).values()) : entry.asText())
            .collect(Collectors.joining(" "))
        : value.asText();
  }

  /** A value with the last part of its path, unless it is clear without. */
  static String named(String path, String text) {
    String key = path.substring(path.lastIndexOf('.') + 1);
    return SELF_EXPLAINING.contains(key) ? text : key + " " + text;
  }
}
