package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Rules for the kinds of a cell's load, and for the settings that only some kinds have. */
final class LoadKinds {
  private static final String LOAD = "load";
  private static final String USERS = "users";
  private static final String RATE = "rate";
  private static final String GROUPS = "groups";
  private static final String CAPACITY = "capacity";
  private static final String PHASES = "phases";
  private static final String SEARCH = "search";

  private static final List<String> CLOSED_LOOP = List.of("thinkTime", "backoff");

  private static final List<String> OPEN_LOOP = List.of("arrivals", "maxInFlight");

  private LoadKinds() {}

  /**
   * Removes settings of a lower source that do not apply to the kind of load of a higher source,
   * which cannot remove them itself. A rate or a capacity replaces the other one, {@code users},
   * {@code thinkTime} and {@code backoff}; users replace {@code rate}, {@code capacity}, {@code
   * arrivals} and {@code maxInFlight}; groups replace {@code users} and {@code rate}, and the
   * reverse. A change between users and a rate also removes the SLA's {@code upTo}, which counts
   * the former.
   */
  static void drop(ObjectNode below, ObjectNode higher) {
    JsonNode load = higher.path(LOAD);
    boolean wasOpen = isOpen(below.path(LOAD));
    boolean getsRate = isOpen(load);
    boolean getsUsers = load.has(USERS);
    if (getsRate) {
      Settings.remove(below, LOAD, List.of(USERS, RATE, CAPACITY));
      Settings.remove(below, LOAD, CLOSED_LOOP);
    }
    if (getsUsers) {
      Settings.remove(below, LOAD, List.of(RATE, CAPACITY));
      Settings.remove(below, LOAD, OPEN_LOOP);
    }
    if (getsRate || getsUsers) {
      Settings.remove(below, LOAD, List.of(GROUPS));
    } else if (load.has(GROUPS)) {
      Settings.remove(below, LOAD, List.of(USERS, RATE));
    }
    if (wasOpen ? getsUsers : getsRate) {
      Settings.remove(below, "sla", List.of("upTo"));
    }
  }

  private static boolean isOpen(JsonNode load) {
    return load.has(RATE) || load.has(CAPACITY);
  }

  static void require(Settings settings) {
    JsonNode load = settings.at("/load");
    requireNotBoth(settings, RATE, List.of(USERS), "users (valid: one of them)");
    for (String key : List.of(USERS, RATE)) {
      requireNotBoth(settings, GROUPS, List.of(key), key + " (valid: one of them)");
    }
    for (String key : List.of(USERS, RATE, GROUPS, SEARCH)) {
      requireNotBoth(settings, CAPACITY, List.of(key), key + " (valid: one of them)");
    }
    for (String key : List.of("measure", "measureUpTo")) {
      requireNotBoth(settings, key, List.of(PHASES), "phases (valid: leave it out)");
    }
    for (String key : CLOSED_LOOP) {
      requireNotBoth(
          settings, key, List.of(RATE, CAPACITY), "a rate (an open loop waits for no answer)");
    }
    for (String key : OPEN_LOOP) {
      if (load.has(key) && !isOpen(load) && load.path(GROUPS).findValue(RATE) == null) {
        throw settings.problem(
            "/load/" + key, "requires a rate (example: rate: 1000..8000 by 1000)");
      }
    }
  }

  private static void requireNotBoth(
      Settings settings, String key, List<String> others, String kind) {
    JsonNode load = settings.at("/load");
    if (load.has(key) && others.stream().anyMatch(load::has)) {
      throw settings.problem("/load/" + key, "not allowed beside " + kind);
    }
  }

  /** Removes defaults of other kinds of load. A group's SLA inherits the cell's bounds. */
  static void complete(ObjectNode complete, ObjectNode given) {
    JsonNode load = given.path(LOAD);
    if (load.has(GROUPS)) {
      Settings.remove(complete, LOAD, List.of(USERS));
      completeGroups(complete);
    } else if (isOpen(load)) {
      Settings.remove(complete, LOAD, List.of(USERS));
      Settings.remove(complete, LOAD, CLOSED_LOOP);
    } else {
      Settings.remove(complete, LOAD, OPEN_LOOP);
    }
    if (load.has(SEARCH) && !load.has(USERS)) {
      Settings.remove(complete, LOAD, List.of(USERS));
    }
  }

  private static void completeGroups(ObjectNode cell) {
    for (JsonNode group : cell.path(LOAD).path(GROUPS)) {
      if (group.get("sla") instanceof ObjectNode own) {
        ObjectNode bounds = cell.withObjectProperty("sla").deepCopy();
        bounds.remove("upTo");
        bounds.setAll(own);
        ((ObjectNode) group).set("sla", bounds);
      }
    }
  }
}
