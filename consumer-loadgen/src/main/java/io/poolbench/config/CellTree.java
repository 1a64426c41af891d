package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.ConfigException.Place;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Moves between a cell's settings in a study and in the record {@code Cell}: {@code target} is a
 * part of the provider, {@code call} and {@code calls} are the driver's method.
 */
final class CellTree {
  private static final String PROVIDER = "provider";
  private static final String TARGET = "target";
  private static final String DRIVER = "driver";
  private static final String METHOD = "method";
  private static final String CALL = "call";
  private static final String CALLS = "calls";
  private static final String NAME = "name";
  private static final String LOAD = "load";
  private static final String AUTO = "auto";
  private static final String AT_METHOD = "/driver/method";

  private CellTree() {}

  /** Changes complete settings to the shape of the record, with absolute paths. */
  static void toRecord(ObjectNode cell, Path folder) {
    resolve(cell.path(PROVIDER), PROVIDER, "classpath", folder);
    for (String key : List.of("jar", "folder", "classpath")) {
      resolve(cell.path(TARGET), TARGET, key, folder);
    }
    if (cell.remove(TARGET) instanceof ObjectNode target) {
      cell.withObjectProperty(PROVIDER).set(TARGET, target);
    }
    ArrayNode calls = cell.arrayNode();
    if (cell.remove(CALL) instanceof ObjectNode call) {
      calls.add(call.put(NAME, ""));
    }
    if (cell.remove(CALLS) instanceof ObjectNode several) {
      several.forEachEntry((name, call) -> calls.add(((ObjectNode) call).put(NAME, name)));
    }
    for (JsonNode call : calls) {
      resolve(call, Place.dotted(place(call)), "data", folder);
    }
    if (!calls.isEmpty()) {
      JsonNode method = calls.size() == 1 ? calls.get(0) : cell.objectNode().set(CALLS, calls);
      cell.withObjectProperty(DRIVER).set(METHOD, method);
    }
    LoadTree.toRecord(cell.withObjectProperty(LOAD));
    replaceCpus(cell, AUTO, "");
  }

  private static void resolve(JsonNode section, String path, String key, Path folder) {
    JsonNode given = section.path(key);
    if (given instanceof ArrayNode paths) {
      for (int i = 0; i < paths.size(); i++) {
        paths.set(i, resolved(paths.get(i).textValue(), path + "." + key + "." + i, folder));
      }
    } else if (!given.asText().isEmpty()) {
      ((ObjectNode) section).set(key, resolved(given.textValue(), path + "." + key, folder));
    }
  }

  private static TextNode resolved(String file, String setting, Path folder) {
    try {
      return TextNode.valueOf(folder.resolve(file).normalize().toString());
    } catch (InvalidPathException e) {
      throw new InvalidSettingException(setting, "invalid path '" + file + "'");
    }
  }

  private static JsonPointer place(JsonNode call) {
    String name = call.path(NAME).asText();
    return name.isEmpty()
        ? JsonPointer.empty().appendProperty(CALL)
        : JsonPointer.empty().appendProperty(CALLS).appendProperty(name);
  }

  /** The place in the study of a place in the record's tree. */
  static JsonPointer inStudy(JsonPointer place, JsonNode cell) {
    if (place.toString().startsWith("/provider/target")) {
      return place.tail();
    }
    JsonNode call = cell.at(AT_METHOD);
    if (!place.toString().startsWith(AT_METHOD) || !call.isObject()) {
      return LoadTree.inStudy(place, cell);
    }
    JsonPointer rest = place.tail().tail();
    if (call.has(CALLS)) {
      if (rest.matches() || rest.tail().matches()) {
        return JsonPointer.empty().appendProperty(CALLS);
      }
      call = call.path(CALLS).path(rest.tail().getMatchingIndex());
      rest = rest.tail().tail();
    }
    // A call's name is its key, which has no place of its own.
    return NAME.equals(rest.getMatchingProperty()) ? place(call).head() : place(call).append(rest);
  }

  /** Replaces lists of CPUs; an empty list is {@code auto} in a study. */
  private static void replaceCpus(ObjectNode cell, String list, String by) {
    ObjectNode cpus = cell.withObjectProperty("cpus");
    for (String side : List.of(PROVIDER, DRIVER)) {
      if (cpus.get(side).asText().equals(list)) {
        cpus.put(side, by);
      }
    }
  }

  /** The inverse of {@link #toRecord}, without the cell's name. */
  static ObjectNode toStudy(ObjectNode cell) {
    ObjectNode study = cell.objectNode();
    for (Map.Entry<String, JsonNode> entry : cell.properties()) {
      study.set(entry.getKey(), entry.getValue());
      if (entry.getKey().equals(DRIVER) && entry.getValue().path(METHOD).isObject()) {
        JsonNode method = ((ObjectNode) entry.getValue()).remove(METHOD);
        if (method.has(CALLS)) {
          method.get(CALLS).forEach(call -> setCall(study, (ObjectNode) call));
        } else {
          setCall(study, (ObjectNode) method);
        }
      }
    }
    study.remove(NAME);
    study.set(LOAD, LoadTree.toStudy(study.get(LOAD)));
    replaceCpus(study, "", AUTO);
    if (study.path(PROVIDER).has(TARGET)) {
      study.set(TARGET, study.withObjectProperty(PROVIDER).remove(TARGET));
    }
    return study;
  }

  private static void setCall(ObjectNode study, ObjectNode call) {
    String name = call.remove(NAME).asText();
    if (name.isEmpty()) {
      study.set(CALL, call);
    } else {
      study.withObjectProperty(CALLS).set(name, call);
    }
  }
}
