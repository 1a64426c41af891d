package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Workload;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Moves between a study's section {@code load} and the record {@code LoadSchedule}: a workload has
 * the settings of its loop, which all groups share, and levels are {@code users} or a {@code rate}.
 */
final class LoadTree {
  private static final String WORKLOAD = "workload";
  private static final String MODEL = "model";
  private static final String LEVELS = "levels";
  private static final String GROUPS = "groups";

  /** A kind of workload: the setting of its levels, and its other settings. */
  enum Loop {
    CLOSED(Workload.CLOSED, "users", "thinkTime", "backoff"),
    OPEN(Workload.OPEN, "rate", "arrivals");

    private final String model;
    private final String levels;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> settings;

    Loop(String model, String levels, String... settings) {
      this.model = model;
      this.levels = levels;
      this.settings = List.of(settings);
    }

    List<String> settings() {
      return settings;
    }

    private boolean isOf(JsonNode loaded) {
      return loaded.path(WORKLOAD).path(MODEL).asText().equals(model);
    }

    private static Loop of(JsonNode loaded) {
      return CLOSED.isOf(loaded) ? CLOSED : OPEN;
    }

    private ObjectNode workload(ObjectNode load) {
      ObjectNode workload = load.objectNode().put(MODEL, model);
      for (String setting : settings) {
        if (load.has(setting)) {
          workload.set(setting, load.remove(setting));
        }
      }
      return workload;
    }
  }

  private LoadTree() {}

  static void toRecord(ObjectNode load) {
    Map<Loop, ObjectNode> workloads = new EnumMap<>(Loop.class);
    for (Loop loop : Loop.values()) {
      workloads.put(loop, loop.workload(load));
    }
    Loop loop = load.has(Loop.OPEN.levels) || load.has("capacity") ? Loop.OPEN : Loop.CLOSED;
    load.set(WORKLOAD, workloads.get(loop));
    load.set(LEVELS, load.has(loop.levels) ? load.remove(loop.levels) : load.arrayNode());
    JsonNode groups = load.path(GROUPS);
    for (int i = 0; i < groups.size(); i++) {
      groupToRecord((ObjectNode) groups.get(i), "load.groups." + i, workloads);
    }
  }

  private static void groupToRecord(ObjectNode group, String path, Map<Loop, ObjectNode> loops) {
    if (group.has(Loop.CLOSED.levels) && group.has(Loop.OPEN.levels)) {
      throw new InvalidSettingException(
          path + ".rate", "not allowed beside users (valid: one of them)");
    }
    Loop loop = group.has(Loop.OPEN.levels) ? Loop.OPEN : Loop.CLOSED;
    if (!group.has(loop.levels)) {
      throw new InvalidSettingException(path + ".users", "missing (valid: users or rate)");
    }
    group.set(WORKLOAD, loops.get(loop));
    group.set(LEVELS, group.remove(loop.levels));
  }

  /** The place in the study of a place in the record's tree. */
  static JsonPointer inStudy(JsonPointer place, JsonNode cell) {
    String path = place.toString();
    int workload = path.indexOf("/" + WORKLOAD);
    if (!path.startsWith("/load/")) {
      return place;
    }
    if (workload >= 0) {
      return JsonPointer.compile("/load" + path.substring(workload + 1 + WORKLOAD.length()));
    }
    return path.endsWith("/" + LEVELS)
        ? place.head().appendProperty(Loop.of(cell.at(place.head())).levels)
        : place;
  }

  /** The inverse of {@link #toRecord}. */
  static ObjectNode toStudy(JsonNode load) {
    ObjectNode study = ((ObjectNode) load).objectNode();
    JsonNode groups = load.path(GROUPS);
    for (Loop loop : Loop.values()) {
      Stream.concat(Stream.of(load), groups.valueStream())
          .filter(loop::isOf)
          .findFirst()
          .ifPresent(
              loaded -> {
                if (groups.isEmpty() && !load.path(LEVELS).asText().isEmpty()) {
                  study.set(loop.levels, load.get(LEVELS));
                }
                loop.settings.forEach(key -> study.set(key, loaded.path(WORKLOAD).get(key)));
              });
    }
    study.setAll((ObjectNode) load);
    study.remove(List.of(WORKLOAD, LEVELS));
    if (load.has("phases")) {
      study.remove(List.of("measure", "measureUpTo"));
    }
    for (int i = 0; i < groups.size(); i++) {
      study.withArrayProperty(GROUPS).set(i, groupToStudy(groups.get(i)));
    }
    return study;
  }

  private static ObjectNode groupToStudy(JsonNode group) {
    ObjectNode study = ((ObjectNode) group).objectNode();
    for (Map.Entry<String, JsonNode> entry : group.properties()) {
      String key = entry.getKey();
      if (!key.equals(WORKLOAD)) {
        study.set(key.equals(LEVELS) ? Loop.of(group).levels : key, entry.getValue());
      }
    }
    return study;
  }
}
