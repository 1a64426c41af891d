package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Function;

/**
 * Settings of a cell that come from one place; a part of all there are.
 *
 * @param tree the settings, as they stand in a study's sections
 * @param places where the setting at a pointer stands; asked only for what the tree has
 */
record Layer(ObjectNode tree, Function<JsonPointer, Place> places) {
  private static final JsonPointer PROVIDER = JsonPointer.compile("/provider");

  Layer {
    tree = tree.deepCopy();
    spellOutLatency(tree);
  }

  /** {@code latency: 2ms} says two things, which a layer above may override one by one. */
  private static void spellOutLatency(ObjectNode tree) {
    JsonNode latency = tree.at("/redis/latency");
    if (latency.isTextual()) {
      ((ObjectNode) tree.get("redis"))
          .putObject("latency")
          .put("mean", latency.textValue())
          .put("deviation", "0ms");
    }
  }

  /** Where the setting stands, if this layer has it. */
  Optional<Place> place(JsonPointer pointer) {
    return tree.at(pointer).isMissingNode() ? Optional.empty() : Optional.of(places.apply(pointer));
  }

  /**
   * The settings with this layer's on top: sections are merged, all else is replaced.
   *
   * <p>Where this layer makes a pool fixed that was of another kind below, {@code corethreads} and
   * {@code alive} from below go with that kind: a fixed pool has neither, and whoever switches the
   * kind cannot take them out of the layer below.
   */
  ObjectNode over(ObjectNode below) {
    ObjectNode merged = below.deepCopy();
    boolean becomesFixed =
        tree.at("/provider/threadpool").asText().equals("fixed")
            && !below.at("/provider/threadpool").asText().equals("fixed");
    if (becomesFixed && merged.at(PROVIDER) instanceof ObjectNode provider) {
      provider.remove("corethreads");
      provider.remove("alive");
    }
    merge(merged, tree);
    return merged;
  }

  /** Puts one tree's values over another's. */
  static void merge(ObjectNode below, ObjectNode above) {
    above
        .properties()
        .forEach(
            entry -> {
              JsonNode old = below.get(entry.getKey());
              if (old instanceof ObjectNode section
                  && entry.getValue() instanceof ObjectNode over) {
                merge(section, over);
              } else {
                below.set(entry.getKey(), entry.getValue().deepCopy());
              }
            });
  }

  /** No settings at all. */
  static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }
}
