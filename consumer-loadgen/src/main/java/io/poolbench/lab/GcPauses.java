package io.poolbench.lab;

import java.lang.management.GarbageCollectorMXBean;
import java.util.List;

/**
 * Collections of this JVM since its start, as far as they stop its threads.
 *
 * @param count how many
 * @param millis how long they took
 */
record GcPauses(long count, long millis) {
  /**
   * What collectors have done. ZGC and Shenandoah report concurrent cycles beside the pauses in
   * them; a cycle's time stops nobody.
   */
  static GcPauses of(List<? extends GarbageCollectorMXBean> collectors) {
    long count = 0;
    long millis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      if (!collector.getName().endsWith("Cycles")) {
        count += Math.max(0, collector.getCollectionCount()); // -1: it cannot tell
        millis += Math.max(0, collector.getCollectionTime());
      }
    }
    return new GcPauses(count, millis);
  }
}
