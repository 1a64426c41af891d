package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether two studies ask for the same measurements: the same cells in the same order, all their
 * settings, repetitions and calibration. Title and name do not matter, nor do user and password of
 * a Redis, which no file keeps.
 */
public final class SettingsDifference {
  private SettingsDifference() {}

  /**
   * The first setting that differs, such as {@code provider.threads of 'fixed 8' was 8 and is 4};
   * empty where the studies ask for the same.
   */
  public static Optional<String> between(Study earlier, Study now) {
    return firstOf(StudyTree.of(earlier), StudyTree.of(now), "", "")
        .or(() -> ofCells(earlier, now));
  }

  /** The first setting that differs, but for the cells' names. */
  public static Optional<String> between(Cell earlier, Cell now) {
    String of = " of '" + now.name() + "'";
    return firstOf(CellTree.of(earlier), CellTree.of(now), "", of);
  }

  private static Optional<String> ofCells(Study earlier, Study now) {
    List<String> before = names(earlier);
    List<String> after = names(now);
    if (!before.equals(after)) {
      return Optional.of("its cells were " + quoted(before) + " and are " + quoted(after));
    }
    for (int i = 0; i < before.size(); i++) {
      Optional<String> difference = between(earlier.cells().get(i), now.cells().get(i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> firstOf(JsonNode earlier, JsonNode now, String path, String of) {
    Set<String> keys = new LinkedHashSet<>();
    earlier.properties().stream().map(Map.Entry::getKey).forEach(keys::add);
    now.properties().stream().map(Map.Entry::getKey).forEach(keys::add);
    for (String key : keys) {
      JsonNode before = earlier.path(key);
      JsonNode after = now.path(key);
      String at = path.isEmpty() ? key : path + "." + key;
      Optional<String> difference =
          before.isObject() && after.isObject()
              ? firstOf(before, after, at, of)
              : unequal(before, after, at + of);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> unequal(JsonNode before, JsonNode after, String setting) {
    return before.equals(after)
        ? Optional.empty()
        : Optional.of(setting + " was " + text(before) + " and is " + text(after));
  }

  private static String text(JsonNode value) {
    if (value.isMissingNode()) {
      return "not set";
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private static List<String> names(Study study) {
    return study.cells().stream().map(Cell::name).toList();
  }

  private static String quoted(List<String> names) {
    return "'" + String.join("', '", names) + "'";
  }
}
