package io.poolbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.List;
import java.util.Map;

/**
 * A study with all defaults filled in, as stored with a run.
 *
 * @param yaml the study as text. Settings common to all cells are in the sections, the others in
 *     the cells. {@link StudyLoader} reads an equal study from it, except for the user and password
 *     of Redis, which are left out; to run it again, give {@code --set
 *     redis.uri=redis://:PASSWORD@HOST:PORT}.
 */
public record ResolvedStudy(String yaml) {
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .stringQuotingChecker(new QuotedIfAmbiguous())
              .build());
  private static final String PASSWORD_NOTE =
      "# Redis credentials are left out; give them by --set"
          + " redis.uri=redis://:PASSWORD@HOST:PORT\n";

  public static ResolvedStudy of(Study study) {
    List<ObjectNode> trees =
        study.cells().stream().map(cell -> CellSettings.tree(cell.settings())).toList();
    ObjectNode text = CellSettings.tree(study.settings());
    ObjectNode common = common(trees).deepCopy();
    // The users or the rate of a cell drop an upTo of the file, which may count the other.
    if (!common.path("load").has("users")
        && !common.path("load").has("rate")
        && common.get("sla") instanceof ObjectNode sla) {
      sla.remove("upTo");
    }
    text.setAll(common);
    for (int i = 0; i < trees.size(); i++) {
      ObjectNode cell = text.withArrayProperty("cells").addObject();
      cell.put("name", study.cells().get(i).name());
      cell.setAll(without(trees.get(i), common));
    }
    try {
      return new ResolvedStudy(note(study) + YAML.writeValueAsString(text));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  private static String note(Study study) {
    boolean leftOut =
        study.cells().stream()
            .map(Cell::redis)
            .anyMatch(redis -> !redis.uri().equals(redis.uriWithoutCredentials()));
    return "# '"
        + study.name()
        + "' as it was run, with all defaults.\n"
        + (leftOut ? PASSWORD_NOTE : "");
  }

  private static ObjectNode common(List<ObjectNode> trees) {
    ObjectNode common = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> entry : trees.get(0).properties()) {
      String key = entry.getKey();
      if (trees.stream().allMatch(tree -> entry.getValue().equals(tree.get(key)))) {
        common.set(key, entry.getValue());
      } else if (trees.stream().allMatch(tree -> tree.path(key).isObject())) {
        ObjectNode part = common(trees.stream().map(tree -> (ObjectNode) tree.get(key)).toList());
        if (!part.isEmpty()) {
          common.set(key, part);
        }
      }
    }
    return common;
  }

  private static ObjectNode without(ObjectNode tree, ObjectNode common) {
    ObjectNode rest = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> entry : tree.properties()) {
      JsonNode known = common.get(entry.getKey());
      if (known == null) {
        rest.set(entry.getKey(), entry.getValue());
      } else if (!known.equals(entry.getValue())) {
        rest.set(entry.getKey(), without((ObjectNode) entry.getValue(), (ObjectNode) known));
      }
    }
    return rest;
  }

  /** Quotes only texts that would otherwise be read as another value. */
  private static final class QuotedIfAmbiguous extends StringQuotingChecker {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean needToQuoteName(String name) {
      return needToQuoteValue(name);
    }

    @Override
    public boolean needToQuoteValue(String text) {
      try {
        JsonNode read = YamlTree.ofValue("", text).root();
        return !read.isTextual() || !read.textValue().equals(text);
      } catch (ConfigException e) {
        return true;
      }
    }
  }
}
