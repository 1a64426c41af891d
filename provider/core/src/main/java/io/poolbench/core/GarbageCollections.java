package io.poolbench.core;

import java.lang.management.GarbageCollectorMXBean;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Garbage collection pauses of a JVM.
 *
 * <p>ZGC and Shenandoah report concurrent cycles in addition to the pauses within them; cycles are
 * excluded, as they stop no thread. G1's {@code G1 Concurrent GC} reports pauses (remark and
 * cleanup).
 */
public final class GarbageCollections {
  /** The collectors of Serial, Parallel and G1 that collect the whole heap in one pause. */
  private static final Set<String> FULL =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation")));

  private final List<GarbageCollectorMXBean> collectors;

  private GarbageCollections(List<GarbageCollectorMXBean> collectors, Predicate<String> hasKind) {
    this.collectors =
        collectors.stream().filter(c -> hasKind.test(c.getName())).collect(Collectors.toList());
  }

  /** All pauses. */
  public static GarbageCollections all(List<GarbageCollectorMXBean> collectors) {
    return new GarbageCollections(collectors, name -> !name.endsWith("Cycles"));
  }

  /**
   * Collections of the whole heap in one pause. ZGC and Shenandoah report none: Shenandoah's
   * degenerated full collections count as other pauses.
   */
  public static GarbageCollections full(List<GarbageCollectorMXBean> collectors) {
    return new GarbageCollections(collectors, FULL::contains);
  }

  /** All other pauses: young and mixed collections, and those within concurrent cycles. */
  public static GarbageCollections young(List<GarbageCollectorMXBean> collectors) {
    return new GarbageCollections(
        collectors, name -> !FULL.contains(name) && !name.endsWith("Cycles"));
  }

  public long count() {
    return sum(GarbageCollectorMXBean::getCollectionCount);
  }

  public double pauseSeconds() {
    return sum(GarbageCollectorMXBean::getCollectionTime) / 1e3;
  }

  private long sum(ToLongFunction<GarbageCollectorMXBean> value) {
    // A collector returns -1 if it does not count.
    return collectors.stream().mapToLong(value).map(v -> Math.max(0, v)).sum();
  }
}
