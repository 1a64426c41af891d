package io.poolbench.server.metrics;

import java.lang.management.GarbageCollectorMXBean;
import java.util.List;

/**
 * The JVM's collections, as far as they stop the application.
 *
 * <p>ZGC and Shenandoah report concurrent cycles beside the pauses within them; a cycle's time
 * stops nobody. G1's {@code Concurrent GC} bean does report pauses (remark and cleanup).
 */
final class GarbageCollections {
  private final List<GarbageCollectorMXBean> pausing;

  GarbageCollections(List<? extends GarbageCollectorMXBean> collectors) {
    pausing =
        collectors.stream()
            .<GarbageCollectorMXBean>map(collector -> collector)
            .filter(collector -> !collector.getName().endsWith("Cycles"))
            .toList();
  }

  long count() {
    // -1 where a collector cannot tell
    return pausing.stream().mapToLong(c -> Math.max(0, c.getCollectionCount())).sum();
  }

  double pauseSeconds() {
    return pausing.stream().mapToLong(c -> Math.max(0, c.getCollectionTime())).sum() / 1e3;
  }
}
