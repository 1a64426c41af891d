package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of one cell: its layers merged.
 *
 * @param layers the lowest first; the lowest is the file's sections
 */
record Settings(List<Layer> layers) {
  /** In these sections one setting decides which of the others must be given. */
  private static final Map<JsonPointer, String> DECIDERS =
      Map.of(JsonPointer.compile("/provider"), "threadpool", JsonPointer.compile("/redis"), "kind");

  Settings {
    layers = List.copyOf(layers);
  }

  ObjectNode merged() {
    ObjectNode merged = Layer.nothing();
    for (Layer layer : layers) {
      merged = layer.over(merged);
    }
    return merged;
  }

  /**
   * A problem with the setting at this pointer, at the place that decided it: where its value
   * stands or, where it has none, the setting or the section that asks for it.
   */
  ConfigException problem(JsonPointer pointer, String problem) {
    JsonPointer section = pointer.head();
    String key = pointer.last().getMatchingProperty();
    Place place =
        highest(pointer)
            .or(
                () ->
                    decider(section)
                        .flatMap(this::highest)
                        .map(Place::parent)
                        .map(at -> at.child(key)))
            .or(() -> highest(section).map(at -> at.child(key)))
            .orElseGet(() -> layers.get(0).places().apply(pointer));
    return new ConfigException(place, problem);
  }

  private static Optional<JsonPointer> decider(JsonPointer section) {
    return Optional.ofNullable(DECIDERS.get(section)).map(section::appendProperty);
  }

  private Optional<Place> highest(JsonPointer pointer) {
    for (int i = layers.size() - 1; i >= 0; i--) {
      Optional<Place> place = layers.get(i).place(pointer);
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }
}
