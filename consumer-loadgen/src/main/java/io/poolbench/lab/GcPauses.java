package io.poolbench.lab;

import java.lang.management.GarbageCollectorMXBean;
import java.util.List;

/**
 * The collections of this JVM that stop its threads.
 *
 * @param millis their total duration
 */
record GcPauses(long count, long millis) {
  /**
   * Sums collectors. ZGC and Shenandoah report concurrent cycles beside the pauses in them; a cycle
   * stops no thread.
   */
  static GcPauses of(List<? extends GarbageCollectorMXBean> collectors) {
    long count = 0;
    long millis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      if (!collector.getName().endsWith("Cycles")) {
        count += Math.max(0, collector.getCollectionCount()); // -1: unknown
        millis += Math.max(0, collector.getCollectionTime());
      }
    }
    return new GcPauses(count, millis);
  }
}
