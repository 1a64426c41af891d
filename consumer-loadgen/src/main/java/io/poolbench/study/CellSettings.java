package io.poolbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The merged settings that a cell carries: as JSON, and as texts by their paths. */
final class CellSettings {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** Settings whose values are clear without their names. */
  private static final Set<String> SELF_EXPLAINING =
      Set.of(
          "client", "method", "protocol", "dispatcher", "executorManagement", "fidelity", "kind");

  /** A setting that is one text, of which the mean is a part. */
  private static final String LATENCY = "latency";

  private CellSettings() {}

  /** The settings without secrets and the credentials of Redis. */
  static String json(ObjectNode complete) {
    ObjectNode written = complete.deepCopy();
    Map<String, String> unused = Secrets.hide(written);
    if (written.get("redis") instanceof ObjectNode redis) {
      redis.put("uri", RedisSettings.withoutCredentials(redis.path("uri").asText()));
    }
    return written.toString();
  }

  static ObjectNode tree(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("settings that are no JSON", e);
    }
  }

  /** All settings of a tree by path; a section with a mean is one setting. */
  static Map<String, String> texts(JsonNode tree) {
    Map<String, String> texts = new LinkedHashMap<>();
    values(tree).forEach((path, value) -> texts.put(path, text(value)));
    return texts;
  }

  /** The settings of {@link #texts} as they are in the tree. */
  static Map<String, JsonNode> values(JsonNode tree) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.properties()) {
      JsonNode value = entry.getValue();
      // A call or a property may have the name of a latency, and an SLA a bound on the mean.
      boolean isLatency = entry.getKey().equals(LATENCY) && value.has(Section.MEAN);
      if (value.isObject() && !isLatency) {
        values(value).forEach((path, part) -> values.put(entry.getKey() + "." + path, part));
      } else {
        values.put(entry.getKey(), value);
      }
    }
    return values;
  }

  static String text(JsonNode value) {
    if (value.isObject()) {
      return value.get(Section.MEAN).asText()
          + value.properties().stream()
              .filter(part -> !part.getKey().equals(Section.MEAN))
              .map(part -> " " + named(part.getKey(), part.getValue().asText()))
              .collect(Collectors.joining());
    }
    return value.isArray()
        ? value
            .valueStream()
            .map(
                entry ->
                    entry.isObject() ? String.join(" ", texts(entry).values()) : entry.asText())
            .collect(Collectors.joining(" "))
        : value.asText();
  }

  /** A value with the last part of its path, unless it is clear without. */
  static String named(String path, String text) {
    String key = path.substring(path.lastIndexOf('.') + 1);
    return SELF_EXPLAINING.contains(key) ? text : key + " " + text;
  }
}
