package io.poolbench.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Checks that the cells of a paired study differ only in their pools and names. */
final class PairedCells {
  private static final List<String> POOL =
      List.of("threadpool", "threads", "corethreads", "queues", "alive", "measured", "limit");

  private PairedCells() {}

  static void require(Cell cell, Cell first, Settings settings) {
    StudyLoader.requireDubbo(cell, settings, "in a paired study");
    LoadSchedule load = cell.load();
    requireNoGroups(cell, settings, "in a paired study");
    if (!cell.load().phases().isEmpty()) {
      throw settings.problem(
          "/load/phases", "not allowed in a paired study (valid: levels of users or of a rate)");
    }
    if (load.order() != LoadSchedule.Order.RISING) {
      throw settings.problem(
          "/load/order",
          load.order().id() + " not allowed in a paired study, whose rounds have their own order");
    }
    if (load.drain()) {
      throw settings.problem(
          "/load/drain", "not allowed in a paired study, which joins windows (valid: false)");
    }
    if (cell.provider().port() != 0) {
      throw settings.problem(
          "/provider/port", "not allowed in a paired study, with a port for each pool (valid: 0)");
    }
    Map<String, String> own = withoutPool(cell);
    Map<String, String> others = withoutPool(first);
    Stream.concat(own.keySet().stream(), others.keySet().stream())
        .filter(path -> !Objects.equals(own.get(path), others.get(path)))
        .map(path -> "/" + path.replace('.', '/'))
        // Prefers a setting that the cell gives to one that follows from it.
        .min(Comparator.comparing(path -> settings.at(path).isMissingNode()))
        .ifPresent(
            path -> {
              throw settings.problem(
                  path,
                  "differs from the first cell (paired: only %s may differ)"
                      .formatted(String.join(", ", POOL)));
            });
  }

  static void requireNoGroups(Cell cell, Settings settings, String where) {
    if (!cell.load().groups().isEmpty()) {
      throw settings.problem(
          "/load/groups", "not allowed " + where + " (valid: users or a rate, of one method)");
    }
  }

  private static Map<String, String> withoutPool(Cell cell) {
    ObjectNode tree = StudyBinding.tree(cell);
    tree.withObjectProperty("provider").remove(POOL);
    return SettingTexts.of(tree);
  }
}
