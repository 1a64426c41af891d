package io.poolbench.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The difference between two studies as measurements: cells, their order and settings, repetitions
 * and calibration. A study's name, title, assertions and findings are not compared, nor the user
 * and password of Redis, which are never stored.
 */
public final class SettingsDifference {
  private SettingsDifference() {}

  public static Optional<String> between(Study earlier, Study now) {
    return between(ofWhole(earlier), ofWhole(now), "").or(() -> ofCells(earlier, now));
  }

  public static Optional<String> between(Cell earlier, Cell now) {
    return between(StudyBinding.tree(earlier), StudyBinding.tree(now), " of '" + now.name() + "'");
  }

  private static ObjectNode ofWhole(Study study) {
    return StudyBinding.tree(study).remove(List.of("title", "assertions", "findings"));
  }

  private static Optional<String> ofCells(Study earlier, Study now) {
    List<String> before = names(earlier);
    List<String> after = names(now);
    if (!before.equals(after)) {
      return Optional.of("cells differ (were " + quoted(before) + ", are " + quoted(after) + ")");
    }
    return IntStream.range(0, before.size())
        .mapToObj(i -> between(earlier.cells().get(i), now.cells().get(i)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> between(ObjectNode earlier, ObjectNode now, String of) {
    Map<String, String> before = SettingTexts.of(earlier);
    Map<String, String> after = SettingTexts.of(now);
    return Stream.concat(before.keySet().stream(), after.keySet().stream())
        .filter(path -> !Objects.equals(before.get(path), after.get(path)))
        .map(
            path ->
                path
                    + of
                    + " differs (was "
                    + before.getOrDefault(path, "not set")
                    + ", is "
                    + after.getOrDefault(path, "not set")
                    + ")")
        .findFirst();
  }

  private static List<String> names(Study study) {
    return study.cells().stream().map(Cell::name).toList();
  }

  private static String quoted(List<String> names) {
    return "'" + String.join("', '", names) + "'";
  }
}
