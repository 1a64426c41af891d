package io.poolbench.study;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.poolbench.study.ConfigException.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A YAML document with the line of each node.
 *
 * <p>It is stricter than YAML: keys are unique, there is one document, and there are no aliases,
 * which could expand a short text without bound.
 */
final class YamlTree {
  private static final int MAX_DEPTH = 20;
  private static final int MAX_DIGITS = 30;
  private static final YAMLFactory YAML = new YAMLFactory();
  private static final String SLA = "sla";
  private static final String UP_TO = "upTo";
  private static final List<String> BOUNDS = List.of(SLA, "stopWhen");
  private static final Pattern PERCENTILE = Pattern.compile("p[0-9]{1,9}");
  private static final Pattern INFINITE_OR_NONE = Pattern.compile("(?i)[-+]?\\.(inf|nan)");

  private final String source;
  private final boolean hasLines;
  private final Map<JsonPointer, Integer> lines = new HashMap<>();
  private final JsonNode root;

  private final Map<String, YamlTree> replaced;

  private YamlTree(String source, boolean hasLines, String text) {
    this.source = source;
    this.hasLines = hasLines;
    this.replaced = Map.of();
    this.root = withMetricNames(parse(text));
  }

  private YamlTree(YamlTree below, Map<String, YamlTree> replaced) {
    this.source = below.source;
    this.hasLines = below.hasLines;
    this.lines.putAll(below.lines);
    this.replaced = replaced;
    ObjectNode merged = below.root.deepCopy();
    replaced.forEach((key, value) -> merged.set(key, replacing(merged.path(key), value.root)));
    // A cell's own value would win over the one that replaces the file's.
    for (JsonNode cell : merged.path("cells")) {
      if (cell instanceof ObjectNode own) {
        JsonNode upTo = own.path(SLA).path(UP_TO);
        own.remove(replaced.keySet());
        if (replaced.containsKey(SLA) && !upTo.isMissingNode()) {
          own.putObject(SLA).set(UP_TO, upTo);
        }
      }
    }
    this.root = withMetricNames(merged);
  }

  /** Other bounds do not drop the load up to which they are asserted. */
  private static JsonNode replacing(JsonNode before, JsonNode by) {
    return by instanceof ObjectNode bounds && before.has(UP_TO) && !bounds.has(UP_TO)
        ? bounds.deepCopy().set(UP_TO, before.get(UP_TO))
        : by;
  }

  /** The tree with the percentiles of bounds by their metrics: {@code p99} is {@code tp99}. */
  static <T extends JsonNode> T withMetricNames(T tree) {
    for (Map.Entry<String, JsonNode> entry : tree.properties()) {
      if (BOUNDS.contains(entry.getKey()) && entry.getValue() instanceof ObjectNode bounds) {
        bounds
            .propertyStream()
            .map(Map.Entry::getKey)
            .filter(name -> PERCENTILE.matcher(name).matches())
            .toList()
            .forEach(name -> bounds.set("t" + name, bounds.remove(name)));
      }
    }
    tree.forEach(YamlTree::withMetricNames);
    return tree;
  }

  /** This document with other values of top-level keys, each as YAML in one line. */
  YamlTree with(Map<String, String> sections) {
    return new YamlTree(
        this,
        sections.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, section -> ofValue("command line", section.getValue()))));
  }

  /** Parses a file; the root is a null node where the file is empty. */
  static YamlTree ofFile(String source, String text) {
    return new YamlTree(source, true, text);
  }

  /** Parses a value from the command line; its places have no lines. */
  static YamlTree ofValue(String source, String text) {
    return new YamlTree(source, false, text);
  }

  JsonNode root() {
    return root;
  }

  Place place(JsonPointer pointer) {
    YamlTree other = pointer.matches() ? null : replaced.get(pointer.getMatchingProperty());
    if (other != null) {
      return other.at(0, pointer);
    }
    JsonPointer known = pointer;
    while (!lines.containsKey(known) && !known.matches()) {
      known = known.head();
    }
    return at(lines.getOrDefault(known, 1), pointer);
  }

  private Place at(int line, JsonPointer pointer) {
    return new Place(source, hasLines ? line : 0, Place.dotted(pointer));
  }

  private JsonNode parse(String text) {
    try (YAMLParser parser = YAML.createParser(text)) {
      if (parser.nextToken() == null) {
        return JsonNodeFactory.instance.nullNode();
      }
      JsonNode tree = value(parser, JsonPointer.empty(), 0);
      if (parser.nextToken() != null) {
        throw problem(parser, JsonPointer.empty(), "second document (valid: one per file)");
      }
      return tree;
    } catch (JacksonException e) {
      throw new ConfigException(
          at(line(e), JsonPointer.empty()), "invalid YAML: " + inOneLine(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** The line of the YAML parser's mark, since Jackson's location may be past the problem. */
  private static int line(JacksonException e) {
    if (e.getCause() instanceof MarkedYAMLException cause && cause.getProblemMark() != null) {
      return cause.getProblemMark().getLine() + 1;
    }
    return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
  }

  private JsonNode value(YAMLParser parser, JsonPointer pointer, int depth) throws IOException {
    lines.putIfAbsent(pointer, parser.currentTokenLocation().getLineNr());
    if (parser.isCurrentAlias()) {
      throw problem(parser, pointer, "alias not allowed (valid: the value itself)");
    }
    if (depth > MAX_DEPTH) {
      throw problem(parser, pointer, "nested too deeply (valid: at most " + MAX_DEPTH + " levels)");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, pointer, depth);
      case START_ARRAY -> array(parser, pointer, depth);
      case VALUE_STRING -> JsonNodeFactory.instance.textNode(parser.getText());
      case VALUE_NUMBER_INT -> JsonNodeFactory.instance.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> floating(parser);
      case VALUE_TRUE, VALUE_FALSE -> truth(parser);
      case VALUE_NULL -> JsonNodeFactory.instance.nullNode();
      default ->
          throw problem(parser, pointer, "invalid type (valid: text, number, list or section)");
    };
  }

  /** As in YAML 1.2, {@code on}, {@code off}, {@code yes} and {@code no} are texts. */
  private static JsonNode truth(YAMLParser parser) throws IOException {
    boolean value = parser.getBooleanValue();
    return parser.getText().equalsIgnoreCase(Boolean.toString(value))
        ? JsonNodeFactory.instance.booleanNode(value)
        : JsonNodeFactory.instance.textNode(parser.getText());
  }

  /**
   * Reads a number. Infinities, NaN and numbers larger than any setting, or with more digits behind
   * the point, stay texts: the schema's validator truncates a large power of ten to its lowest 64
   * bits, and a small one has no end of digits.
   */
  private static JsonNode floating(YAMLParser parser) throws IOException {
    if (INFINITE_OR_NONE.matcher(parser.getText()).matches()) {
      return JsonNodeFactory.instance.textNode(parser.getText());
    }
    BigDecimal number = parser.getDecimalValue();
    if ((long) number.precision() - number.scale() > MAX_DIGITS || number.scale() > MAX_DIGITS) {
      return JsonNodeFactory.instance.textNode(parser.getText());
    }
    return number(number);
  }

  /** A node for a number: an integer where it is whole, such as {@code 1e3}. */
  static JsonNode number(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0
        ? JsonNodeFactory.instance.numberNode(number.toBigIntegerExact())
        : JsonNodeFactory.instance.numberNode(number);
  }

  private ObjectNode object(YAMLParser parser, JsonPointer pointer, int depth) throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      JsonPointer member = pointer.appendProperty(key);
      int line = parser.currentTokenLocation().getLineNr();
      if (object.has(key)) {
        throw new ConfigException(
            at(line, member), "duplicate key (first in line " + lines.get(member) + ")");
      }
      lines.put(member, line);
      parser.nextToken();
      object.set(key, value(parser, member, depth + 1));
    }
    return object;
  }

  private ArrayNode array(YAMLParser parser, JsonPointer pointer, int depth) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, pointer.appendIndex(array.size()), depth + 1));
    }
    return array;
  }

  private ConfigException problem(YAMLParser parser, JsonPointer pointer, String problem) {
    return new ConfigException(at(parser.currentTokenLocation().getLineNr(), pointer), problem);
  }

  /** The parser's message without its indented excerpts of the text. */
  private static String inOneLine(String message) {
    return message
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith(" "))
        .collect(Collectors.joining(", "));
  }
}
