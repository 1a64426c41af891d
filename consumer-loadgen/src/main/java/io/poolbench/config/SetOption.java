package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * One {@code --set PATH=VALUE}.
 *
 * @param source as it was typed, without a Redis password
 * @param path such as {@code provider.threads} or {@code cells.2.provider.threads}
 * @param value read as YAML in a line; an empty text where nothing was typed
 */
record SetOption(String source, String path, JsonNode value) {
  private static final String OF_CELLS = "cells.";

  /**
   * @throws ConfigException where it is not of that form
   */
  static SetOption parse(String text) {
    int equals = text.indexOf('=');
    String path = text.substring(0, Math.max(0, equals));
    String typed = text.substring(equals + 1);
    String source = "--set " + path + (equals < 0 ? "" : "=") + RedisUris.masked(typed);
    if (path.isBlank()) {
      throw new ConfigException(
          Place.of(source), "is no PATH=VALUE; valid: such as --set provider.threads=24");
    }
    JsonNode value =
        typed.isBlank()
            ? JsonNodeFactory.instance.textNode("")
            : YamlTree.ofValue(source, typed).root();
    return new SetOption(source, path.strip(), value);
  }

  /** Whether it reaches single cells, not all. */
  boolean isForCells() {
    return path.equals("cells") || path.startsWith(OF_CELLS);
  }

  /** The sections in which nothing but this stands. */
  ObjectNode tree() {
    return tree(path);
  }

  /** What it says of a cell, as that cell's sections; empty where it does not reach the cell. */
  Optional<ObjectNode> treeOfCell(int index, String name) {
    for (String cell : List.of(Integer.toString(index), name)) {
      String ofCell = OF_CELLS + cell + ".";
      if (path.startsWith(ofCell)) {
        return Optional.of(tree(path.substring(ofCell.length())));
      }
    }
    return Optional.empty();
  }

  private ObjectNode tree(String pathInTree) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ObjectNode section = tree;
    List<String> keys = List.of(pathInTree.split("\\.", -1));
    for (String key : keys.subList(0, keys.size() - 1)) {
      section = section.putObject(key);
    }
    section.set(keys.get(keys.size() - 1), value);
    return tree;
  }
}
