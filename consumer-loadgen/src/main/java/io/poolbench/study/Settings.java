package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.ConfigException.Place;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Settings merged from one or more sources, and the place of each. Immutable. */
final class Settings {
  static final Settings NONE = new Settings(JsonNodeFactory.instance.objectNode(), Map.of());

  /** Settings that decide which others of their section are required. */
  private static final Map<JsonPointer, String> DECIDERS =
      Map.of(JsonPointer.compile("/provider"), "threadpool", JsonPointer.compile("/redis"), "kind");

  private final ObjectNode tree;
  private final Map<JsonPointer, Place> places;

  private Settings(ObjectNode tree, Map<JsonPointer, Place> places) {
    this.tree = tree;
    this.places = places;
  }

  static Settings of(JsonNode sections, Function<JsonPointer, Place> places) {
    ObjectNode tree = sections.deepCopy();
    Map<JsonPointer, Place> found = new HashMap<>();
    collect(tree, JsonPointer.empty(), places, found);
    return new Settings(tree, found);
  }

  private static void collect(
      JsonNode node,
      JsonPointer pointer,
      Function<JsonPointer, Place> places,
      Map<JsonPointer, Place> found) {
    found.put(pointer, places.apply(pointer));
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      collect(entry.getValue(), pointer.appendProperty(entry.getKey()), places, found);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), pointer.appendIndex(i), places, found);
    }
  }

  JsonNode at(JsonPointer pointer) {
    return tree.at(pointer);
  }

  JsonNode at(String pointer) {
    return tree.at(pointer);
  }

  boolean has(String pointer) {
    return !at(pointer).isMissingNode();
  }

  /** Merges other settings, which win: sections are merged, everything else is replaced. */
  Settings with(Settings others) {
    return merged(tree.deepCopy(), others);
  }

  /**
   * Overrides these settings by a higher source. Where it changes the kind of the provider, of the
   * load or of the calls, settings that only the former kind has are dropped.
   */
  Settings overriddenBy(Settings higher) {
    ObjectNode below = tree.deepCopy();
    Kinds.drop(below, higher.tree);
    return merged(below, higher);
  }

  private Settings merged(ObjectNode below, Settings above) {
    merge(below, above.tree);
    Map<JsonPointer, Place> all = new HashMap<>(places);
    all.putAll(above.places);
    // A setting that no source has is reported as missing in the lowest source.
    all.computeIfPresent(JsonPointer.empty(), (root, top) -> places.getOrDefault(root, top));
    return new Settings(below, all);
  }

  private static void merge(ObjectNode below, ObjectNode above) {
    for (Map.Entry<String, JsonNode> entry : above.properties()) {
      if (below.get(entry.getKey()) instanceof ObjectNode section
          && entry.getValue() instanceof ObjectNode over) {
        merge(section, over);
      } else {
        below.set(entry.getKey(), entry.getValue().deepCopy());
      }
    }
  }

  /**
   * The settings of a cell as its record is read from them: with all defaults of its kinds.
   *
   * @param folder of relative paths
   */
  ObjectNode complete(StudySchema schema, Path folder) {
    Kinds.require(this);
    ObjectNode complete = placed(() -> schema.completeCell(tree, folder), schema);
    Kinds.complete(complete, tree);
    return complete;
  }

  /** The settings of the whole study, with their defaults. */
  ObjectNode ofStudy(StudySchema schema) {
    return placed(() -> schema.completeStudy(tree), schema);
  }

  /** A record that is read from these settings; its problems are reported with their places. */
  <T> T placed(Supplier<T> reader, StudySchema schema) {
    try {
      return reader.get();
    } catch (InvalidSettingException e) {
      boolean missing = e.getMessage().equals(Section.MISSING);
      JsonPointer pointer = JsonPointer.compile("/" + e.setting().replace('.', '/'));
      throw problem(pointer, e.getMessage() + (missing ? schema.example(pointer) : ""));
    }
  }

  ConfigException problem(String pointer, String problem) {
    return problem(JsonPointer.compile(pointer), problem);
  }

  /**
   * A problem with the setting at this pointer. A missing setting is reported at the setting that
   * requires it, or else at its section.
   */
  ConfigException problem(JsonPointer pointer, String problem) {
    return new ConfigException(place(pointer), problem);
  }

  private Place place(JsonPointer pointer) {
    Place known = places.get(pointer);
    if (known != null) {
      return known;
    }
    JsonPointer section = pointer.head();
    String key = pointer.last().getMatchingProperty();
    if (DECIDERS.containsKey(section)) {
      Place decider = places.get(section.appendProperty(DECIDERS.get(section)));
      if (decider != null) {
        return decider.parent().child(key);
      }
    }
    return place(section).child(key);
  }
}
