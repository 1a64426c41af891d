package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.List;

/** Resolves the paths of a section {@code target} against the folder of its study. */
final class TargetPaths {
  private static final List<String> PATHS = List.of("jar", "folder");

  private TargetPaths() {}

  static void resolve(ObjectNode target, Path folder) {
    for (String key : PATHS) {
      if (target.has(key)) {
        target.set(key, resolved(target.get(key), folder));
      }
    }
    if (target.get("classpath") instanceof ArrayNode paths) {
      for (int i = 0; i < paths.size(); i++) {
        paths.set(i, resolved(paths.get(i), folder));
      }
    }
  }

  private static JsonNode resolved(JsonNode path, Path folder) {
    return TextNode.valueOf(folder.resolve(path.textValue()).normalize().toString());
  }
}
