package io.poolbench.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Results of version 2, which knew neither calibration, published tables, a search, latency before
 * the provider, several connections to Redis, work in bursts nor another scheduling, told in the
 * terms of version 3: there was none of it.
 *
 * <p>What has no place in such a result is left as it is: the reader finds it.
 */
final class VersionTwo {
  static final int NUMBER = 2;

  private VersionTwo() {}

  /** Changes a result's tree to one of the version after it. */
  static void upgrade(ObjectNode root) {
    root.put("version", NUMBER + 1);
    root.putNull("calibration");
    root.putArray("published");
    for (ObjectNode result : Trees.objects(root.path("cells"))) {
      Trees.objects(result.path("cell")).forEach(VersionTwo::upgradeCell);
    }
  }

  private static void upgradeCell(ObjectNode cell) {
    cell.put("published", "");
    cell.putObject("network").putObject("latency").put("meanMicros", 0).put("deviationMicros", 0);
    Trees.objects(cell.path("redis")).forEach(redis -> redis.put("connections", 1));
    Trees.objects(cell.path("load")).forEach(load -> load.putNull("search"));
    for (ObjectNode provider : Trees.objects(cell.path("provider"))) {
      provider.put("scheduling", "other");
      Trees.objects(provider.path("work")).forEach(work -> work.put("bursts", 1));
    }
  }
}
