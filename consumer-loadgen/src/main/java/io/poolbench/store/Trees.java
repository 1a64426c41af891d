package io.poolbench.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Ways through a result of an earlier version, whose tree may be anything. */
final class Trees {
  private Trees() {}

  /** The objects in an array, or the one object that a node is; none where it is neither. */
  static List<ObjectNode> objects(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return List.of(object);
    }
    return node instanceof ArrayNode array
        ? array
            .valueStream()
            .filter(ObjectNode.class::isInstance)
            .map(ObjectNode.class::cast)
            .toList()
        : List.of();
  }
}
