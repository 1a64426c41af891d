package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.study.ConfigException.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code --set PATH=VALUE} options of a command line. A later option for the same setting wins;
 * an option for a single cell wins over one for all cells.
 */
final class Overrides {
  private static final String SET = "--set ";

  private static final Pattern CELL =
      Pattern.compile("cells\\.(?<number>[0-9]{1,4})\\.(?<path>.+)");

  private final StudySchema schema;
  private final List<Option> options;

  Overrides(List<String> texts, StudySchema schema) {
    this.schema = schema;
    this.options = texts.stream().map(Option::parse).toList();
    for (Option option : options) {
      if (option.path().equals("studies")) {
        throw new ConfigException(
            option.place(JsonPointer.compile("/studies")), "cannot be changed (valid: in a file)");
      }
      if (!option.isForCells()) {
        schema.check(option.tree(option.path()), option::place);
      }
    }
  }

  /** An option {@code PATH=VALUE} as it was typed, without a secret or a Redis password. */
  static String source(String text) {
    int value = text.indexOf('=') + 1;
    String path = text.substring(0, Math.max(0, value - 1));
    String masked = Place.masked(text.substring(value));
    return SET
        + text.substring(0, value)
        + (text.endsWith(masked) ? Secrets.written(path, masked) : masked);
  }

  Settings ofAll() {
    Settings settings = Settings.NONE;
    for (Option option : options) {
      if (!option.isForCells()) {
        settings = settings.with(Settings.of(option.tree(option.path()), option::place));
      }
    }
    return settings;
  }

  /** The settings for single cells, one entry per cell. */
  List<Settings> ofCells(int count) {
    List<Settings> cells = new ArrayList<>(Collections.nCopies(count, Settings.NONE));
    for (Option option : options) {
      if (option.isForCells()) {
        Matcher cell = CELL.matcher(option.path());
        int index = cell.matches() ? Integer.parseInt(cell.group("number")) : count;
        if (index >= count) {
          throw new ConfigException(
              new Place(option.source(), 0, "cells"),
              "no such cell (valid: cells.NUMBER.PATH with a number 0.." + (count - 1) + ")");
        }
        ObjectNode tree = option.tree(cell.group("path"));
        schema.check(asStudy(tree, index), option::place);
        JsonPointer root = JsonPointer.compile("/cells/" + index);
        Settings override = Settings.of(tree, pointer -> option.place(root.append(pointer)));
        cells.set(index, cells.get(index).with(override));
      }
    }
    return cells;
  }

  /** A study with only these settings, in the cell at this index. */
  private static ObjectNode asStudy(ObjectNode cell, int index) {
    ObjectNode study = JsonNodeFactory.instance.objectNode();
    ArrayNode cells = study.putArray("cells");
    for (int before = 0; before < index; before++) {
      cells.addObject();
    }
    cells.add(cell);
    return study;
  }

  /**
   * An option {@code PATH=VALUE}: as typed, without a Redis password, and with its value as YAML.
   */
  private record Option(String source, String path, JsonNode value) {
    static Option parse(String text) {
      int equals = text.indexOf('=');
      String path = text.substring(0, Math.max(0, equals));
      String typed = text.substring(equals + 1);
      String source = Overrides.source(text);
      if (path.isBlank()) {
        throw new ConfigException(
            Place.of(source), "invalid PATH=VALUE (example: --set provider.threads=24)");
      }
      JsonNode value =
          typed.isBlank()
              ? JsonNodeFactory.instance.textNode("")
              : YamlTree.ofValue(source, typed).root();
      return new Option(source, path.strip(), value);
    }

    boolean isForCells() {
      return path.equals("cells") || path.startsWith("cells.");
    }

    Place place(JsonPointer pointer) {
      return new Place(source, 0, Place.dotted(pointer));
    }

    /** Sections that contain only the value, at this path. */
    ObjectNode tree(String pathInTree) {
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      ObjectNode section = tree;
      List<String> keys = List.of(pathInTree.split("\\.", -1));
      for (String key : keys.subList(0, keys.size() - 1)) {
        section = section.putObject(key);
      }
      section.set(keys.get(keys.size() - 1), value);
      return YamlTree.withMetricNames(tree);
    }
  }
}
