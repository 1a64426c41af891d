package io.poolbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The difference between two studies as measurements: cells, their order and settings, repetitions
 * and calibration. A study's name and what it says of itself are not compared, nor the user and
 * password of Redis, which are never stored.
 */
public final class SettingsDifference {
  static final List<String> POOL =
      List.of("threadpool", "threads", "corethreads", "queues", "alive", "limit");

  private static final String NOT_SET = "not set";

  private SettingsDifference() {}

  public static Optional<String> between(Study earlier, Study now) {
    return between(ofWhole(earlier), ofWhole(now), "").or(() -> ofCells(earlier, now));
  }

  public static Optional<String> between(Cell earlier, Cell now) {
    return between(tree(earlier), tree(now), " of '" + now.name() + "'");
  }

  private static ObjectNode ofWhole(Study study) {
    return CellSettings.tree(study.settings())
        .remove(List.of("title", "tags", "assertions", "answer", "findings"));
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

  /** The settings in which two cells differ, except for those of their pools. */
  public static List<SettingDifference> beyondPools(Cell earlier, Cell now) {
    return between(withoutPool(earlier), withoutPool(now)).toList();
  }

  private static ObjectNode tree(Cell cell) {
    return CellSettings.tree(cell.settings());
  }

  private static ObjectNode withoutPool(Cell cell) {
    ObjectNode tree = tree(cell);
    tree.withObjectProperty("provider").remove(POOL);
    return tree;
  }

  private static Optional<String> between(ObjectNode earlier, ObjectNode now, String of) {
    return between(earlier, now)
        .map(
            found ->
                "%s%s differs (was %s, is %s)".formatted(found.path, of, found.before, found.after))
        .findFirst();
  }

  private static Stream<SettingDifference> between(ObjectNode earlier, ObjectNode now) {
    Map<String, JsonNode> before = CellSettings.values(earlier);
    Map<String, JsonNode> after = CellSettings.values(now);
    return Stream.concat(before.keySet().stream(), after.keySet().stream())
        .distinct()
        .filter(path -> !Objects.equals(before.get(path), after.get(path)))
        .map(path -> difference(path, before.get(path), after.get(path)));
  }

  /** A text leaves out keys within lists; values that differ in these only are shown as JSON. */
  private static SettingDifference difference(String path, JsonNode before, JsonNode after) {
    String was = text(before);
    String is = text(after);
    return was.equals(is)
        ? new SettingDifference(path, String.valueOf(before), String.valueOf(after))
        : new SettingDifference(path, was, is);
  }

  private static String text(JsonNode value) {
    return value == null ? NOT_SET : CellSettings.text(value);
  }

  /** A setting with two values as texts; the path is that in a study, such as {@code sla.tp99}. */
  public record SettingDifference(String path, String before, String after) {
    public SettingDifference {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }
  }

  private static List<String> names(Study study) {
    return study.cells().stream().map(Cell::name).toList();
  }

  private static String quoted(List<String> names) {
    return "'" + String.join("', '", names) + "'";
  }
}
