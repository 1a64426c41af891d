package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.ThinkTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Settings of a cell that come from one place; a part of all there are.
 *
 * @param tree the settings, as they stand in a study's sections
 * @param places where the setting at a pointer stands; asked only for what the tree has
 */
record Layer(ObjectNode tree, Function<JsonPointer, Place> places) {
  /** Settings of {@code load} that say nothing without {@code rate}. */
  static final List<String> OF_RATE = List.of("arrivals", "mostInFlight");

  Layer {
    tree = tree.deepCopy();
    spellOut(tree.path("redis"), "latency", "deviation", "0ms");
    spellOut(tree.path("network"), "latency", "deviation", "0ms");
    spellOut(tree.path("load"), "thinkTime", "distribution", ThinkTime.Distribution.FIXED.id());
  }

  /** {@code latency: 2ms} says two things, which a layer above may override one by one. */
  private static void spellOut(JsonNode section, String key, String alsoSaid, String value) {
    JsonNode mean = section.path(key);
    if (mean.isTextual()) {
      ((ObjectNode) section).putObject(key).put("mean", mean.textValue()).put(alsoSaid, value);
    }
  }

  /** Where the setting stands, if this layer has it. */
  Optional<Place> place(JsonPointer pointer) {
    return tree.at(pointer).isMissingNode() ? Optional.empty() : Optional.of(places.apply(pointer));
  }

  /**
   * The settings with this layer's on top: sections are merged, all else is replaced.
   *
   * <p>What says of which kind something is takes along what only the former kind has, since
   * whoever switches the kind cannot take it out of the layer below. A pool that this layer makes
   * fixed loses {@code corethreads} and {@code alive}. A load to which it gives a rate loses {@code
   * users} and {@code thinkTime}, one to which it gives users loses {@code rate}, {@code arrivals}
   * and {@code mostInFlight}; and where that makes users of a rate, or a rate of users, the load up
   * to which the SLA was asserted is gone, for it counted the other.
   */
  ObjectNode over(ObjectNode below) {
    ObjectNode merged = below.deepCopy();
    boolean becomesFixed =
        tree.at("/provider/threadpool").asText().equals("fixed")
            && !below.at("/provider/threadpool").asText().equals("fixed");
    if (becomesFixed && merged.get("provider") instanceof ObjectNode provider) {
      provider.remove(List.of("corethreads", "alive"));
    }
    if (merged.get("load") instanceof ObjectNode load) {
      if (tree.path("load").has("rate")) {
        load.remove(List.of("users", "thinkTime"));
      }
      if (tree.path("load").has("users")) {
        load.remove("rate");
        load.remove(OF_RATE);
      }
    }
    boolean countsAnew =
        below.path("load").has("rate")
            ? tree.path("load").has("users")
            : tree.path("load").has("rate");
    if (countsAnew && merged.get("sla") instanceof ObjectNode sla) {
      sla.remove("upTo");
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
