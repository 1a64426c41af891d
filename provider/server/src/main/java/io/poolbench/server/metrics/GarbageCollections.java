package io.poolbench.server.metrics;

import java.lang.management.GarbageCollectorMXBean;
import java.util.List;
import java.util.Set;

/**
 * Collections of one kind by the JVM, as far as they stop the application.
 *
 * <p>ZGC and Shenandoah report concurrent cycles beside the pauses within them; a cycle's time
 * stops nobody, so cycles are left out. G1's {@code G1 Concurrent GC} does report pauses (remark
 * and cleanup).
 */
final class GarbageCollections {
  /** The collectors of Serial, Parallel and G1 that stop the application to collect all of it. */
  private static final Set<String> FULL =
      Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation");

  private final List<GarbageCollectorMXBean> collectors;

  private GarbageCollections(List<GarbageCollectorMXBean> collectors) {
    this.collectors = collectors;
  }

  /**
   * Collections of the whole heap in one pause. ZGC and Shenandoah are not known to make any: a
   * Shenandoah collection that degenerates to a full one is told among its other pauses.
   */
  static GarbageCollections full(List<? extends GarbageCollectorMXBean> collectors) {
    return new GarbageCollections(
        collectors.stream()
            .<GarbageCollectorMXBean>map(collector -> collector)
            .filter(collector -> FULL.contains(collector.getName()))
            .toList());
  }

  /** All other pauses: young and mixed collections, and what stops within concurrent cycles. */
  static GarbageCollections young(List<? extends GarbageCollectorMXBean> collectors) {
    return new GarbageCollections(
        collectors.stream()
            .<GarbageCollectorMXBean>map(collector -> collector)
            .filter(collector -> !FULL.contains(collector.getName()))
            .filter(collector -> !collector.getName().endsWith("Cycles"))
            .toList());
  }

  long count() {
    // -1 where a collector cannot tell
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionCount())).sum();
  }

  double pauseSeconds() {
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionTime())).sum() / 1e3;
  }
}
