package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The cells of a study: its own, or those of the studies that it lists, each with the sections of
 * the file that it stands in.
 *
 * @param folder where listed studies are; null = nowhere
 * @param reader of a file that is a study
 */
record Studies(Path folder, Function<Path, YamlTree> reader) {
  private static final String LIST = "studies";

  /** What may be said beside listed studies, since it is of the whole. */
  private static final Set<String> OF_ALL =
      Set.of(LIST, "title", "repetitions", "order", "seed", "assertions");

  /**
   * @throws ConfigException where a listed study is none, or lists studies itself
   */
  List<Part> parts(YamlTree file) {
    JsonNode listed = file.root().path(LIST);
    if (listed.isMissingNode()) {
      return own(file);
    }
    file.root()
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!OF_ALL.contains(key)) {
                throw new ConfigException(
                    file.place(JsonPointer.empty().appendProperty(key)),
                    "does not fit studies, whose files say it; valid: title, repetitions,"
                        + " order, seed or assertions beside them");
              }
            });
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
          place,
          "no study '" + name + "' is beside this one; valid: the name of a YAML file there");
    }
    YamlTree file = reader.apply(path);
    if (file.root().has(LIST)) {
      throw new ConfigException(
          place, "'" + name + "' lists studies itself; valid: a study that has its own cells");
    }
    return own(file);
  }

  /** One cell of which nothing more is said where the file lists none. */
  private static List<Part> own(YamlTree file) {
    Layer base = new Layer((ObjectNode) file.root(), file::place);
    JsonNode listed = file.root().path("cells");
    if (listed.isMissingNode()) {
      return List.of(new Part(base, new Layer(Layer.nothing(), file::place)));
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode cell : listed) {
      JsonPointer root = JsonPointer.compile("/cells/" + parts.size());
      parts.add(
          new Part(
              base, new Layer((ObjectNode) cell, pointer -> file.place(root.append(pointer)))));
    }
    return parts;
  }
}
