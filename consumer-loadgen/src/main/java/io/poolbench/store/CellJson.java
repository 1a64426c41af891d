package io.poolbench.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.spec.Cell;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Cells in the JSON format of results, without the credentials of their Redis. */
public final class CellJson {
  private CellJson() {}

  public static String write(Cell cell) {
    try {
      return ResultJson.MAPPER.writeValueAsString(cell);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON of a cell whose files have other paths on another machine, in {@code moved}. */
  public static String write(Cell cell, Map<String, List<String>> moved) {
    return moved(ResultJson.MAPPER.valueToTree(cell), moved).toString();
  }

  private static JsonNode moved(JsonNode node, Map<String, List<String>> moved) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(each -> each.setValue(moved(each.getValue(), moved)));
    } else if (node instanceof ArrayNode array) {
      ArrayNode all = array.arrayNode();
      for (JsonNode each : array) {
        if (each.isTextual() && moved.containsKey(each.asText())) {
          moved.get(each.asText()).forEach(all::add);
        } else {
          all.add(moved(each, moved));
        }
      }
      return all;
    } else if (node.isTextual() && moved.containsKey(node.asText())) {
      return TextNode.valueOf(moved.get(node.asText()).get(0));
    }
    return node;
  }

  /**
   * Parses a cell.
   *
   * @throws IllegalArgumentException if the text is not a cell
   */
  public static Cell read(String text) {
    try {
      return ResultJson.MAPPER.readValue(text, Cell.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no cell: " + e.getOriginalMessage(), e);
    }
  }
}
