package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import java.util.HashMap;
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

  /** The differences to an earlier reading, for the groups that both contain. */
  CpuThrottling since(CpuThrottling earlier) {
    Map<String, Long> gained = new HashMap<>();
    nanosByGroup.forEach(
        (group, now) -> {
          if (earlier.nanosByGroup.containsKey(group)) {
            gained.put(group, now - earlier.nanosByGroup.get(group));
          }
        });
    return new CpuThrottling(gained);
  }

  /**
   * The throttled time since an earlier reading, beside the time by the clock; unknown without a
   * group.
   */
  Counters gainedSince(CpuThrottling earlier, Side side, double seconds, int cpus) {
    Map<String, Long> gained = since(earlier).nanosByGroup;
    return gained.isEmpty()
        ? Counters.UNKNOWN
        : Counters.ofGained(
            Map.of(side.throttled(), sum(gained) / 1e9, side.throttleable(), seconds * cpus));
  }

  /** The throttled time since an earlier reading; empty if unknown. */
  OptionalDouble secondsSince(CpuThrottling earlier) {
    Map<String, Long> gained = since(earlier).nanosByGroup;
    return gained.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum(gained) / 1e9);
  }

  private static long sum(Map<String, Long> nanos) {
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }
}
