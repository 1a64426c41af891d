package io.poolbench.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Results of version 3, in which no study asserted up to which load its SLA holds, told in the
 * terms of version 4.
 *
 * <p>What has no place in such a result is left as it is: the reader finds it.
 */
final class VersionThree {
  static final int NUMBER = 3;

  private VersionThree() {}

  /** Changes a result's tree to one of the version after it. */
  static void upgrade(ObjectNode root) {
    root.put("version", NUMBER + 1);
    for (ObjectNode result : Trees.objects(root.path("cells"))) {
      for (ObjectNode cell : Trees.objects(result.path("cell"))) {
        Trees.objects(cell.path("sla")).forEach(sla -> sla.putNull("upTo"));
      }
    }
  }
}
