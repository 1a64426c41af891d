package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.poolbench.config.ConfigException.Place;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Unit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The JSON Schema of studies: settings, values and defaults. Editors use the same file. */
final class StudySchema {
  private static final String RESOURCE = "/schema/study.schema.json";

  private final JsonNode root;
  private final Schema validator;

  private StudySchema(JsonNode root) {
    this.root = root;
    this.validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(root);
  }

  static StudySchema load() {
    try (InputStream resource = StudySchema.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IllegalStateException("the driver was built without " + RESOURCE);
      }
      JsonNode root = new ObjectMapper().readTree(resource);
      addMetrics((ObjectNode) root.at("/$defs/sla"));
      addMetrics((ObjectNode) root.at("/$defs/load/properties/stopWhen"));
      return new StudySchema(root);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + RESOURCE, e);
    }
  }

  /** Allows only known metrics as bounds, for which the file allows any name. */
  private static void addMetrics(ObjectNode bounds) {
    bounds.put("additionalProperties", false);
    ObjectNode properties = bounds.withObjectProperty("properties");
    for (Metric metric : Metric.values()) {
      String limit =
          metric.unit().isTime()
              ? "duration"
              : metric.unit() == Unit.PERCENT ? "percentageLimit" : "numberLimit";
      if (!properties.has(metric.setting())) {
        properties.putObject(metric.setting()).put("$ref", "#/$defs/" + limit);
      }
    }
  }

  /** Requires that a tree is a study or a part of one. */
  void check(JsonNode tree, Function<JsonPointer, Place> places) {
    List<SchemaProblem> problems = new ArrayList<>();
    for (Error error : validator.validate(tree)) {
      problems.add(problem(error));
    }
    problems.stream()
        .min(
            Comparator.comparing((SchemaProblem problem) -> !problem.isUnknownKey())
                .thenComparing(problem -> places.apply(problem.pointer()).line()))
        .ifPresent(
            problem -> {
              throw new ConfigException(places.apply(problem.pointer()), problem.text());
            });
  }

  private SchemaProblem problem(Error error) {
    JsonPointer pointer = JsonPointer.compile(error.getInstanceLocation().toString());
    ObjectNode definition =
        definition(pointer)
            .orElseThrow(() -> new IllegalStateException("no definition for " + error));
    if (!error.getKeyword().equals("additionalProperties")) {
      return SchemaProblem.ofValue(
          pointer, error.getKeyword(), error.getInstanceNode(), definition, error.getMessage());
    }
    String key = error.getProperty();
    return SchemaProblem.ofUnknownKey(
        pointer.appendProperty(key), key, definition, () -> pathsTo(key));
  }

  private List<String> pathsTo(String key) {
    List<String> paths = new ArrayList<>();
    collect(definition(JsonPointer.empty()).orElseThrow(), "", key, paths);
    return paths;
  }

  private void collect(ObjectNode definition, String path, String key, List<String> paths) {
    for (Map.Entry<String, JsonNode> property : definition.path("properties").properties()) {
      String here = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
      if (property.getKey().equals(key)) {
        paths.add(here);
      }
      collect(resolved(property.getValue()), here, key, paths);
    }
  }

  private Optional<ObjectNode> definition(JsonPointer pointer) {
    ObjectNode definition = resolved(root);
    for (JsonPointer rest = pointer; !rest.matches(); rest = rest.tail()) {
      JsonNode next = definition.path("properties").get(rest.getMatchingProperty());
      if (next == null && rest.mayMatchElement()) {
        next = definition.get("items");
      }
      if (next == null && definition.path("additionalProperties").isObject()) {
        next = definition.get("additionalProperties");
      }
      if (next == null) {
        return Optional.empty();
      }
      definition = resolved(next);
    }
    return Optional.of(definition);
  }

  /** A definition merged with the one that it refers to; its own keywords win. */
  private ObjectNode resolved(JsonNode definition) {
    JsonNode reference = definition.get("$ref");
    ObjectNode resolved = JsonNodeFactory.instance.objectNode();
    if (reference != null) {
      resolved.setAll(resolved(root.at(reference.textValue().substring(1))));
    }
    resolved.setAll((ObjectNode) definition);
    return resolved;
  }

  String example(JsonPointer pointer) {
    return definition(pointer).map(SchemaProblem::example).orElse("");
  }

  ObjectNode withDefaults(ObjectNode settings) {
    ObjectNode filled = settings.deepCopy();
    fill(filled, resolved(root));
    return filled;
  }

  private void fill(ObjectNode settings, ObjectNode definition) {
    for (Map.Entry<String, JsonNode> property : definition.path("properties").properties()) {
      String key = property.getKey();
      ObjectNode inner = resolved(property.getValue());
      if (!settings.has(key) && inner.has("default")) {
        settings.set(key, inner.get("default").deepCopy());
      }
      if (settings.get(key) instanceof ObjectNode section) {
        fill(section, inner);
      }
    }
    if (definition.path("additionalProperties").has("$ref")) {
      ObjectNode named = resolved(definition.get("additionalProperties"));
      for (JsonNode entry : settings) {
        if (entry instanceof ObjectNode section) {
          fill(section, named);
        }
      }
    }
  }
}
