package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.ConfigException.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

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

  static StudySchema load(List<? extends BoundedMetric> metrics) {
    JsonNode root = resource();
    addMetrics((ObjectNode) root.at("/$defs/sla"), metrics);
    addMetrics((ObjectNode) root.at("/$defs/load/properties/stopWhen"), metrics);
    return new StudySchema(root);
  }

  /** The schema as it is in its file. */
  static JsonNode resource() {
    try (InputStream resource = StudySchema.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IllegalStateException("the driver was built without " + RESOURCE);
      }
      return new ObjectMapper().readTree(resource);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + RESOURCE, e);
    }
  }

  /** Allows only known metrics as bounds, for which the file allows any name. */
  private static void addMetrics(ObjectNode bounds, List<? extends BoundedMetric> metrics) {
    bounds.put("additionalProperties", false);
    ObjectNode properties = bounds.withObjectProperty("properties");
    for (BoundedMetric metric : metrics) {
      if (!properties.has(metric.setting())) {
        properties.putObject(metric.setting()).put("$ref", "#/$defs/" + metric.form().definition());
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

  /**
   * The settings of a cell with all defaults, in the order of the schema and in one spelling.
   *
   * @param folder of relative paths, which become absolute
   * @throws InvalidSettingException for a value that has a valid form only
   */
  ObjectNode completeCell(ObjectNode settings, Path folder) {
    return complete(settings, folder, this::isOfCell);
  }

  /** The settings of a whole study, without those of its cells. */
  ObjectNode completeStudy(ObjectNode settings) {
    List<String> others = List.of("cells", "studies", "group");
    return complete(settings, Path.of(""), key -> !isOfCell(key) && !others.contains(key));
  }

  private boolean isOfCell(String key) {
    return root.at("/properties/cells/items/properties").has(key);
  }

  private ObjectNode complete(ObjectNode settings, Path folder, Predicate<String> keys) {
    ObjectNode definition = root.deepCopy();
    ObjectNode properties = definition.withObject("/properties");
    properties.retain(properties.propertyStream().map(Map.Entry::getKey).filter(keys).toList());
    return new Completion(folder).section(settings, definition, JsonPointer.empty(), true);
  }

  private final class Completion {
    private final Path folder;

    Completion(Path folder) {
      this.folder = folder;
    }

    /** Entries of lists have no defaults: those of a group's SLA are its cell's. */
    ObjectNode section(
        JsonNode settings, ObjectNode definition, JsonPointer place, boolean withDefaults) {
      ObjectNode complete = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> property : definition.path("properties").properties()) {
        String key = property.getKey();
        ObjectNode inner = resolved(property.getValue());
        JsonNode value = settings.get(key);
        if (value == null && withDefaults) {
          value = inner.get("default");
        }
        if (value != null) {
          complete.set(key, value(value, inner, place.appendProperty(key), withDefaults));
        }
      }
      JsonNode others = definition.path("additionalProperties");
      for (Map.Entry<String, JsonNode> entry : settings.properties()) {
        if (!complete.has(entry.getKey()) && others.isObject()) {
          JsonPointer at = place.appendProperty(entry.getKey());
          complete.set(entry.getKey(), value(entry.getValue(), resolved(others), at, withDefaults));
        }
      }
      return complete;
    }

    private JsonNode value(
        JsonNode value, ObjectNode definition, JsonPointer place, boolean withDefaults) {
      if (value.isObject() && definition.has("type")) {
        return section(value, definition, place, withDefaults);
      }
      String form = definition.path("$ref").asText().replaceFirst(".*/", "");
      if (value.isArray() && !form.equals("schedule") && definition.path("items").isObject()) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (JsonNode entry : value) {
          JsonPointer at = place.appendIndex(list.size());
          list.add(value(entry, resolved(definition.get("items")), at, false));
        }
        return list;
      }
      try {
        return spelled(value, form);
      } catch (InvalidPathException e) {
        throw new InvalidSettingException(
            Place.dotted(place), "invalid path '" + value.asText() + "'");
      } catch (IllegalArgumentException e) {
        throw new InvalidSettingException(Place.dotted(place), e.getMessage());
      }
    }

    private JsonNode spelled(JsonNode value, String form) {
      String text = value.asText();
      return switch (form) {
        case "duration" -> TextNode.valueOf(DurationText.print(DurationText.parse(text)));
        case "schedule" -> TextNode.valueOf(Levels.print(Levels.read(value)));
        case "size" -> TextNode.valueOf(Quantity.BYTES.print(Quantity.BYTES.parse(text)));
        case "percentageLimit" ->
            TextNode.valueOf(Quantity.PERCENT.print(Quantity.PERCENT.parse(percentage(value))));
        case "path" -> TextNode.valueOf(folder.resolve(text).normalize().toString());
        case "numberLimit" -> YamlTree.number(value.decimalValue());
        case "text", "cpuList" -> TextNode.valueOf(text);
        default -> value;
      };
    }

    private static String percentage(JsonNode value) {
      return value.isNumber() ? value.decimalValue().toPlainString() + "%" : value.asText();
    }
  }
}
