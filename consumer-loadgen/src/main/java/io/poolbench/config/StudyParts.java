package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The cells of a study file: its own, or those of the studies that it lists.
 *
 * @param folder the folder of listed studies; null = there is none
 * @param reader reads a file that is a study
 */
record StudyParts(Path folder, Function<Path, YamlTree> reader) {
  private static final String LIST = "studies";

  /** What a study that lists others may have beside the list: settings of the whole. */
  private static final List<String> OF_WHOLE =
      List.of("title", "repetitions", "order", "seed", "assertions");

  /**
   * A cell of a file, before overrides.
   *
   * @param base the sections of its file
   * @param cell what it has beyond them
   */
  record Part(Settings base, Settings cell) {
    String name() {
      return cell.at("/name").asText();
    }
  }

  /**
   * The cells of a study.
   *
   * @throws ConfigException where a listed study does not exist, or lists studies itself
   */
  List<Part> parts(YamlTree file) {
    JsonNode listed = file.root().path(LIST);
    if (listed.isMissingNode()) {
      return own(file);
    }
    for (Map.Entry<String, JsonNode> setting : file.root().properties()) {
      if (!setting.getKey().equals(LIST) && !OF_WHOLE.contains(setting.getKey())) {
        throw new ConfigException(
            file.place(JsonPointer.empty().appendProperty(setting.getKey())),
            "not allowed beside studies (valid: " + String.join(", ", OF_WHOLE) + ")");
      }
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      Place place = file.place(JsonPointer.compile("/" + LIST + "/" + i));
      parts.addAll(listed(listed.get(i).textValue(), place));
    }
    return parts;
  }

  private List<Part> listed(String name, Place place) {
    Path path = folder == null ? null : folder.resolve(name + ".yaml");
    if (path == null || !Files.isRegularFile(path)) {
      throw new ConfigException(
          place, "no study '" + name + "' (valid: the name of a YAML file in the same folder)");
    }
    YamlTree file = reader.apply(path);
    if (file.root().has(LIST)) {
      throw new ConfigException(
          place, "'" + name + "' lists studies itself (valid: a study with cells of its own)");
    }
    return own(file);
  }

  /** A file without a list of cells is one cell. */
  private static List<Part> own(YamlTree file) {
    Settings base = Settings.of(file.root(), file::place);
    JsonNode cells = file.root().path("cells");
    if (cells.isMissingNode()) {
      return List.of(new Part(base, Settings.NONE));
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode cell : cells) {
      JsonPointer root = JsonPointer.compile("/cells/" + parts.size());
      parts.add(new Part(base, Settings.of(cell, pointer -> file.place(root.append(pointer)))));
    }
    return parts;
  }
}
