package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.study.ConfigException.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

record StudyFile(YamlTree tree, Path folder, StudySchema schema) {
  private static final int MAX_BYTES = 1 << 20;
  private static final String LIST = "studies";

  /** Settings of a whole study, which are allowed beside a list of studies. */
  private static final List<String> OF_WHOLE =
      List.of("title", "tags", "repetitions", "paired", "assertions", "findings", "group");

  /** A cell of a file, before overrides: the sections of the file, and the cell's own settings. */
  record Part(Settings base, Settings cell) {}

  static boolean isStudy(Path file) {
    // Compares whole paths, since the root of a file system has no last name.
    String path = file.toString();
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  static StudyFile read(Path file, StudySchema schema) {
    return parse(file.toString(), text(file), file.toAbsolutePath().getParent(), schema);
  }

  /** This study with other values of top-level settings, each as YAML in one line. */
  StudyFile with(Map<String, String> sections) {
    YamlTree changed = tree.with(sections);
    schema.check(changed.root(), changed::place);
    return new StudyFile(changed, folder, schema);
  }

  static StudyFile parse(String source, String text, Path folder, StudySchema schema) {
    YamlTree tree = YamlTree.ofFile(source, text);
    if (tree.root().isNull()) {
      throw new ConfigException(Place.of(source), "empty file (example: provider: {threads: 24})");
    }
    schema.check(tree.root(), tree::place);
    return new StudyFile(tree, folder, schema);
  }

  private static String text(Path file) {
    Place place = Place.of(file.toString());
    if (!Files.isRegularFile(file)) {
      String problem = Files.exists(file) ? "not a file" : "no such file";
      throw new ConfigException(place, problem + " (valid: a study's YAML file)");
    }
    try (var content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new ConfigException(place, "file too large (valid: at most 1 MiB)");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigException(place, "not UTF-8 text (valid: a YAML file in UTF-8)");
    } catch (IOException e) {
      throw new ConfigException(place, "cannot be read (" + e + ")");
    }
  }

  Path base() {
    return folder == null ? Path.of("").toAbsolutePath() : folder;
  }

  Place place(String pointer) {
    return tree.place(JsonPointer.compile(pointer));
  }

  Settings settings() {
    return Settings.of(tree.root(), tree::place);
  }

  List<Part> parts() {
    JsonNode listed = tree.root().path(LIST);
    if (listed.isMissingNode()) {
      return own();
    }
    for (Map.Entry<String, JsonNode> setting : tree.root().properties()) {
      if (!setting.getKey().equals(LIST) && !OF_WHOLE.contains(setting.getKey())) {
        throw new ConfigException(
            place("/" + setting.getKey()),
            "not allowed beside studies (valid: " + String.join(", ", OF_WHOLE) + ")");
      }
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      parts.addAll(listed(listed.get(i).textValue(), place("/" + LIST + "/" + i)));
    }
    return parts;
  }

  private List<Part> listed(String name, Place place) {
    Path path =
        Stream.of(".yaml", ".yml")
            .filter(ending -> folder != null)
            .map(ending -> folder.resolve(name + ending))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(
                () ->
                    new ConfigException(
                        place,
                        "no study '"
                            + name
                            + "' (valid: the name of a YAML file in the same folder)"));
    StudyFile file = read(path, schema);
    if (file.tree.root().has(LIST)) {
      throw new ConfigException(
          place, "'" + name + "' lists studies itself (valid: a study with cells of its own)");
    }
    return file.own();
  }

  /** A file without {@code cells} has one cell. */
  private List<Part> own() {
    Settings base = settings();
    JsonNode cells = tree.root().path("cells");
    if (cells.isMissingNode()) {
      return List.of(new Part(base, Settings.NONE));
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode cell : cells) {
      JsonPointer root = JsonPointer.compile("/cells/" + parts.size());
      Settings own = Settings.of(cell, pointer -> tree.place(root.append(pointer)));
      parts.add(new Part(base, own));
    }
    return parts;
  }
}
