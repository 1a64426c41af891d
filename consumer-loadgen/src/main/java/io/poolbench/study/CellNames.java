package io.poolbench.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Generates names for unnamed cells: the pool, such as {@code fixed 24}, and the settings in which
 * cells of that pool differ, such as {@code fixed 200 · empty}. Where all cells have the same pool,
 * the name has only the settings that differ, such as {@code empty}.
 */
final class CellNames {
  private static final int MAX_LENGTH = 90;

  /** Settings of a closed or of an open loop only, without its levels. */
  private static final Set<String> LOOPS = Set.copyOf(Kinds.ofLoops());

  private CellNames() {}

  /** A name for each cell; generated names are unique. */
  static List<String> of(List<Cell> cells, List<String> given) {
    Map<String, List<Map<String, String>>> alike = new LinkedHashMap<>();
    List<Map<String, String>> settings = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      settings.add(CellSettings.texts(CellSettings.tree(cells.get(i).settings())));
      if (given.get(i).isEmpty()) {
        alike.computeIfAbsent(label(cells.get(i)), label -> new ArrayList<>()).add(settings.get(i));
      }
    }
    Set<String> taken = new HashSet<>(given);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      String label = label(cells.get(i));
      names.add(
          given.get(i).isEmpty()
              ? free(name(label, differences(settings.get(i), alike.get(label)), alike), taken)
              : given.get(i));
    }
    return names;
  }

  /** Omits a pool that all cells have where another setting distinguishes them. */
  private static String name(String label, List<String> differences, Map<String, ?> pools) {
    List<String> parts = new ArrayList<>(differences);
    if (pools.size() > 1 || differences.isEmpty()) {
      parts.add(0, label);
    }
    return String.join(" · ", parts);
  }

  private static String label(Cell cell) {
    return cell.provider().pool().label();
  }

  private static List<String> differences(
      Map<String, String> cell, List<Map<String, String>> alike) {
    List<String> differences = new ArrayList<>();
    cell.forEach(
        (path, value) -> {
          if (alike.stream().anyMatch(other -> distinguishes(path, cell, other))) {
            differences.add(CellSettings.named(path, value));
          }
        });
    return differences;
  }

  /** Ignores settings that only one loop has, since users and rate distinguish the loops. */
  private static boolean distinguishes(
      String path, Map<String, String> cell, Map<String, String> other) {
    boolean onlyOfOneLoop = LOOPS.contains(path) && !other.containsKey(path);
    return !onlyOfOneLoop && !Objects.equals(other.get(path), cell.get(path));
  }

  private static String free(String wanted, Set<String> taken) {
    String name = wanted.length() <= MAX_LENGTH ? wanted : wanted.substring(0, MAX_LENGTH) + "...";
    String free = name;
    for (int copy = 2; !taken.add(free); copy++) {
      free = name + " #" + copy;
    }
    return free;
  }
}
