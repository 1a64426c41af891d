package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.spec.Cell;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Names for cells that have none: their pool, such as {@code fixed 24}, and what else tells a cell
 * from the others of that pool, such as {@code fixed 200 · proxy-sync}; where all have one pool,
 * only what tells them apart, such as {@code proxy-sync}.
 */
final class CellNames {
  private static final int LONGEST = 90;

  /** Their values say by themselves what they are of. */
  private static final Set<String> SELF_EXPLAINING =
      Set.of("client", "method", "dispatcher", "executorManagement", "kind", "distribution");

  /** They may be spelled out, and are one setting even then. */
  private static final Set<String> QUANTITIES = Set.of("latency", "thinkTime");

  /** What either only a closed or only an open loop has, beside its levels. */
  private static final Set<String> LOOPS =
      Set.of("load.thinkTime", "load.arrivals", "load.mostInFlight");

  private CellNames() {}

  /**
   * A name for each cell, no two the same unless they were given so.
   *
   * @param given the cells' own names, empty where they have none
   */
  static List<String> of(List<Cell> cells, List<String> given) {
    Map<String, List<Map<String, String>>> alike = new LinkedHashMap<>();
    List<Map<String, String>> settings = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      settings.add(flat(CellTree.of(cells.get(i))));
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

  /**
   * A pool that all cells have tells none of them apart, and is left out where something else does.
   */
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
          if (alike.stream().anyMatch(other -> tellsApart(path, cell, other))) {
            differences.add(worded(path.substring(path.lastIndexOf('.') + 1), value));
          }
        });
    return differences;
  }

  /**
   * Of a closed and an open loop the users and the rate tell enough: that only one of them has
   * arrivals goes without saying.
   */
  private static boolean tellsApart(
      String path, Map<String, String> cell, Map<String, String> other) {
    boolean onlyOfOneLoop = LOOPS.contains(path) && !other.containsKey(path);
    return !onlyOfOneLoop && !Objects.equals(other.get(path), cell.get(path));
  }

  private static String worded(String key, String value) {
    return SELF_EXPLAINING.contains(key) ? value : key + " " + value;
  }

  private static String free(String wanted, Set<String> taken) {
    String name = wanted.length() <= LONGEST ? wanted : wanted.substring(0, LONGEST) + "...";
    String free = name;
    for (int copy = 2; !taken.add(free); copy++) {
      free = name + " #" + copy;
    }
    return free;
  }

  /** Every setting by its path. */
  private static Map<String, String> flat(JsonNode tree) {
    Map<String, String> flat = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.properties()) {
      JsonNode value = entry.getValue();
      if (value.isObject() && !QUANTITIES.contains(entry.getKey())) {
        flat(value).forEach((path, text) -> flat.put(entry.getKey() + "." + path, text));
      } else {
        flat.put(entry.getKey(), text(value));
      }
    }
    return flat;
  }

  private static String text(JsonNode value) {
    StringJoiner joined = new StringJoiner(" ");
    if (value.isObject()) {
      joined.add(value.get("mean").asText());
      value.properties().stream()
          .filter(part -> !part.getKey().equals("mean"))
          .forEach(part -> joined.add(worded(part.getKey(), part.getValue().asText())));
    } else if (value.isArray()) {
      value.forEach(item -> joined.add(item.asText()));
    } else {
      joined.add(value.asText());
    }
    return joined.toString();
  }
}
