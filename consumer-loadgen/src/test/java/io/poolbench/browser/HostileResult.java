package io.poolbench.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A result in which every text that anybody is free to choose ends in {@link #TEXT}. */
final class HostileResult {
  /** A text that tries to run a script wherever it is put unescaped. */
  static final String TEXT = "</script>'\"><img src=x onerror='window.hacked=1'>&lt;{b}";

  /** Whether the text ran in a page. */
  static final String RAN = "window.hacked !== undefined";

  /** The fields of a result file that hold such texts, or lists of them. */
  private static final Set<String> FREE =
      Set.of(
          "study",
          "title",
          "os",
          "kernel",
          "cpuModel",
          "driverJvm",
          "cpuQuota",
          "name",
          "notes",
          "options",
          "executorClass",
          "queueClass",
          "providerCommand",
          "redis",
          "detail",
          "reason",
          "failure",
          "at",
          "via",
          "blocker",
          "library");

  private HostileResult() {}

  /** Such a result, by way of a file in a folder. */
  static StudyResult of(StudyResult result, Path folder) throws IOException {
    ResultFile file = new ResultFile(folder.resolve(ResultFile.NAME));
    file.write(result);
    JsonMapper mapper = new JsonMapper();
    JsonNode root = mapper.readTree(file.path().toFile());
    poison(root);
    Files.write(file.path(), mapper.writeValueAsBytes(root));
    return file.read();
  }

  private static void poison(JsonNode node) {
    if (node instanceof ObjectNode fields) {
      for (Map.Entry<String, JsonNode> field : List.copyOf(fields.properties())) {
        poison(fields, field.getKey(), field.getValue());
      }
    } else {
      node.forEach(HostileResult::poison);
    }
  }

  private static void poison(ObjectNode parent, String name, JsonNode value) {
    if (name.equals("failedCalls")) {
      parent.putObject(name).put("failed" + TEXT, 7);
    } else if (FREE.contains(name) && value.isTextual()) {
      // An empty one says that there is nothing to tell: of a step that passes, of a cell that ran.
      if (!value.textValue().isEmpty()) {
        parent.put(name, value.textValue() + TEXT);
      }
    } else if (FREE.contains(name) && value instanceof ArrayNode texts) {
      for (int i = 0; i < texts.size(); i++) {
        texts.set(i, TextNode.valueOf(texts.get(i).asText() + TEXT));
      }
    } else {
      poison(value);
    }
  }
}
