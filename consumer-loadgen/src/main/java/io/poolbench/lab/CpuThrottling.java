package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The time for which CPU quotas have throttled the control groups of a process.
 *
 * @param nanosByGroup by the group's folder, summed over the CPUs on which the group had something
 *     to run; empty if unknown
 */
record CpuThrottling(Map<String, Long> nanosByGroup) {
  CpuThrottling {
    nanosByGroup = Map.copyOf(nanosByGroup);
  }

  /**
   * The throttled time since an earlier reading, beside the time by the clock; unknown without a
   * group.
   */
  Counters gainedSince(CpuThrottling earlier, Side side, double seconds, int cpus) {
    OptionalDouble throttled = secondsSince(earlier);
    return throttled.isEmpty()
        ? Counters.UNKNOWN
        : Counters.ofGained(
            Map.of(side.throttled(), throttled.getAsDouble(), side.throttleable(), seconds * cpus));
  }

  /** The throttled time since an earlier reading, of the groups in both; empty without one. */
  OptionalDouble secondsSince(CpuThrottling earlier) {
    Collection<Long> nanos =
        ProcessCounters.gained(nanosByGroup, earlier.nanosByGroup, (now, then) -> now - then)
            .values();
    return nanos.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(nanos.stream().mapToLong(Long::longValue).sum() / 1e9);
  }
}
