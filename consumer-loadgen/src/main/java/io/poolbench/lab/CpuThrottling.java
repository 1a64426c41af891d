package io.poolbench.lab;

import java.util.HashMap;
import java.util.Map;

/**
 * For how long the control groups of a process have been throttled, as a CPU quota was used up.
 *
 * @param nanosByGroup summed over the CPUs on which they had something to run, by the group's
 *     folder; empty where unknown
 */
record CpuThrottling(Map<String, Long> nanosByGroup) {
  CpuThrottling {
    nanosByGroup = Map.copyOf(nanosByGroup);
  }

  /** What was added since an earlier reading, of the groups known to both. */
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

  /** This reading, continued by what a later window added. */
  CpuThrottling continuedBy(CpuThrottling opened, CpuThrottling closed) {
    Map<String, Long> continued = new HashMap<>(nanosByGroup);
    Map<String, Long> added = closed.since(opened).nanosByGroup;
    continued.keySet().retainAll(added.keySet());
    continued.replaceAll((group, here) -> here + added.get(group));
    return new CpuThrottling(continued);
  }

  /**
   * The time throttled since an earlier reading, in percent of the time of the CPUs that the
   * process may use; null where unknown. At most: other processes of its groups may have been
   * throttled on other CPUs, and a group while its parent was.
   */
  Double pctSince(CpuThrottling earlier, long elapsedNanos, int cpus) {
    Map<String, Long> gained = since(earlier).nanosByGroup;
    return gained.isEmpty() || elapsedNanos <= 0
        ? null
        : (Double) Math.min(100, 100.0 * sum(gained) / elapsedNanos / cpus);
  }

  /**
   * Some milliseconds and the time throttled since an earlier reading; null if both are unknown.
   */
  Double addedTo(Double millis, CpuThrottling earlier) {
    Map<String, Long> gained = since(earlier).nanosByGroup;
    return gained.isEmpty() ? millis : (Double) ((millis == null ? 0 : millis) + sum(gained) / 1e6);
  }

  private static long sum(Map<String, Long> nanos) {
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }
}
