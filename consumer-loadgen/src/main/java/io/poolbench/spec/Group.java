package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A group of a load: users, or requests at a rate. Groups run concurrently, and each is measured
 * and judged separately.
 *
 * @param name unique within its load
 * @param methods weights of the called methods; empty = the driver's method
 * @param workload the closed or open loop
 * @param levels the users, or requests per second, of each step, rising; a single level applies to
 *     all steps
 * @param sla its bounds; null = the cell's
 */
public record Group(
    String name, Map<String, Integer> methods, Workload workload, List<Integer> levels, Sla sla) {
  public Group {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(workload, "workload");
    methods = Collections.unmodifiableMap(new LinkedHashMap<>(methods));
    levels = List.copyOf(levels);
    if (!methods.isEmpty() && methods.values().stream().allMatch(weight -> weight == 0)) {
      throw new InvalidSettingException("methods", "weights are all 0 (valid: one above 0)");
    }
    if (sla != null && sla.upTo() != null) {
      throw new InvalidSettingException("sla.upTo", "not allowed in a group (valid: bounds)");
    }
    if (levels.isEmpty()) {
      throw new InvalidSettingException(workload.setting(), "no level (example: 900)");
    }
    LoadSchedule.requireRising(workload.setting(), levels, workload);
  }

  /** The called methods with their weights. */
  public Map<CalledMethod, Integer> weighted(CalledMethod driver, String setting) {
    if (methods.isEmpty()) {
      return driver.weighted();
    }
    Map<CalledMethod, Integer> weighted = new LinkedHashMap<>();
    methods.forEach((name, weight) -> weighted.put(driver.named(setting, name), weight));
    return weighted;
  }

  /** The level of a step; steps are numbered from 0. */
  int level(int step) {
    return levels.get(Math.min(step, levels.size() - 1));
  }

  public int maxLevel() {
    return levels.get(levels.size() - 1);
  }
}
