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

/** A cell as results hold it: without the credentials of its Redis. */
public final class CellJson {
  private CellJson() {}

  /** The text of a cell. */
  public static String write(Cell cell) {
    try {
      return ResultJson.MAPPER.writeValueAsString(cell);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The text of a cell on another machine.
   *
   * @param moved where files are there, by their names in the cell
   */
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
   * The cell of a text.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Cell read(String text) {
    try {
      return ResultJson.MAPPER.readValue(text, Cell.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no cell: " + e.getOriginalMessage(), e);
    }
  }
}
