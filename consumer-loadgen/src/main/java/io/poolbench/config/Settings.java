package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Settings from one source or from several, and the place of each. Immutable. */
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
    ShortForm.spellOut(tree);
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

  /** As {@link #at(JsonPointer)}, for a pointer such as {@code /load/users}. */
  JsonNode at(String pointer) {
    return tree.at(pointer);
  }

  /** Whether there is a setting at a pointer such as {@code /load/users}. */
  boolean has(String pointer) {
    return !at(pointer).isMissingNode();
  }

  /** These settings and others, which win: sections are merged, everything else is replaced. */
  Settings with(Settings others) {
    return merged(tree.deepCopy(), others);
  }

  /**
   * These settings overridden by those of a higher source, which may also change the kind of the
   * provider, of the load or of the calls: what only the former kind has is dropped then.
   */
  Settings overriddenBy(Settings higher) {
    ObjectNode below = tree.deepCopy();
    ProviderKinds.drop(below, higher.tree);
    LoadKinds.drop(below, higher.tree);
    CallKinds.drop(below, higher.tree);
    return merged(below, higher);
  }

  static void remove(ObjectNode tree, String section, List<String> keys) {
    if (tree.get(section) instanceof ObjectNode settings) {
      settings.remove(keys);
    }
  }

  private Settings merged(ObjectNode below, Settings above) {
    merge(below, above.tree);
    Map<JsonPointer, Place> all = new HashMap<>(places);
    all.putAll(above.places);
    // A setting that no source has is missing in the lowest one.
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

  /** A new tree of these settings and the defaults of those not given. */
  ObjectNode withDefaults(StudySchema schema) {
    return schema.withDefaults(tree);
  }

  /** A new tree with everything that a cell consists of. */
  ObjectNode complete(StudySchema schema) {
    ProviderKinds.require(this);
    LoadKinds.require(this);
    CallKinds.require(this);
    if (at("/sla/upTo").isNumber() && tree.path("sla").size() == 1) {
      throw problem("/sla/upTo", "requires a bound (example: tp99: 10ms)");
    }
    ObjectNode complete = withDefaults(schema);
    ShortForm.spellOut(complete);
    ProviderKinds.complete(complete, tree);
    LoadKinds.complete(complete, tree);
    return complete;
  }

  /** As {@link #problem(JsonPointer, String)}, for a pointer such as {@code /load/users}. */
  ConfigException problem(String pointer, String problem) {
    return problem(JsonPointer.compile(pointer), problem);
  }

  /** A problem that a record has with one of its settings, by the pointer of that record. */
  ConfigException problem(JsonPointer record, InvalidSettingException e) {
    String path = e.setting().replace('.', '/');
    return problem(record.append(JsonPointer.compile("/" + path)), e.getMessage());
  }

  /**
   * A problem with the setting at this pointer. The place of a missing one is that of the setting
   * that requires it, or else of its section.
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
