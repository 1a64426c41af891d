package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The difference between two studies as measurements: cells, their order and settings, repetitions
 * and calibration. Name, title and assertions are not compared, nor user and password of Redis,
 * which no file keeps.
 */
public final class SettingsDifference {
  private SettingsDifference() {}

  /**
   * The first setting that differs, such as {@code provider.threads of 'fixed 8' differs (was 8, is
   * 4)}; empty where none does.
   */
  public static Optional<String> between(Study earlier, Study now) {
    return firstOf(ofWhole(earlier), ofWhole(now), "", "").or(() -> ofCells(earlier, now));
  }

  /** The first setting that differs, apart from the cells' names. */
  public static Optional<String> between(Cell earlier, Cell now) {
    String of = " of '" + now.name() + "'";
    return firstOf(StudyBinding.tree(earlier), StudyBinding.tree(now), "", of);
  }

  private static ObjectNode ofWhole(Study study) {
    return StudyBinding.tree(study).remove(List.of("title", "assertions"));
  }

  private static Optional<String> ofCells(Study earlier, Study now) {
    List<String> before = names(earlier);
    List<String> after = names(now);
    if (!before.equals(after)) {
      return Optional.of("cells differ (were " + quoted(before) + ", are " + quoted(after) + ")");
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
        : Optional.of(setting + " differs (was " + text(before) + ", is " + text(after) + ")");
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
