package io.poolbench.config;

import io.poolbench.spec.Cell;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Names of cells that are given none: the pool, such as {@code fixed 24}, and the settings that
 * differ among cells of that pool, such as {@code fixed 200 · proxy-sync}. Where all cells have the
 * same pool, only the settings that differ, such as {@code proxy-sync}.
 */
final class CellNames {
  private static final int MAX_LENGTH = 90;

  /** Settings that only a closed or only an open loop has, beside its levels. */
  private static final Set<String> LOOPS =
      Set.of("load.thinkTime", "load.backoff", "load.arrivals", "load.maxInFlight");

  private CellNames() {}

  /** A name for each cell; no two are the same unless given. */
  static List<String> of(List<Cell> cells, List<String> given) {
    Map<String, List<Map<String, String>>> alike = new LinkedHashMap<>();
    List<Map<String, String>> settings = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      settings.add(SettingTexts.of(StudyBinding.tree(cells.get(i))));
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

  /** A pool that all cells have is left out where another setting distinguishes them. */
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
            differences.add(SettingTexts.named(path, value));
          }
        });
    return differences;
  }

  /**
   * Whether a setting distinguishes two cells. Users and rate distinguish a closed from an open
   * loop; the other settings of either loop are left out then.
   */
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
