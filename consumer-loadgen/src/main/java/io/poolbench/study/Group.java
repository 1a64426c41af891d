package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A group of a load: users, or requests at a rate. Groups run concurrently, and each is measured
 * and judged separately.
 *
 * @param name unique within its load
 * @param method the called method; null = the driver's
 * @param levels the users, or requests per second, of each step, rising; a single level applies to
 *     all steps
 * @param sla its bounds; null = the cell's
 */
public record Group(String name, String method, Workload workload, List<Integer> levels, Sla sla) {
  public Group {
    if (name == null) {
      throw new InvalidSettingException("name", "missing (example: fast)");
    }
    Objects.requireNonNull(workload, "workload");
    levels = List.copyOf(levels);
    if (sla != null && sla.upTo() != null) {
      throw new InvalidSettingException("sla.upTo", "not allowed in a group (valid: bounds)");
    }
    if (levels.isEmpty()) {
      throw new InvalidSettingException(workload.setting(), "no level (example: 900)");
    }
    LoadSchedule.requireRising(workload.setting(), levels, workload);
  }

  /** A group with the loops of its load. */
  static Group of(Section group, Section load) {
    boolean open = group.has("rate");
    if (open && group.has("users")) {
      throw new InvalidSettingException("rate", "not allowed beside users (valid: one of them)");
    }
    if (!open && !group.has("users")) {
      throw new InvalidSettingException("users", "missing (valid: users or rate)");
    }
    return new Group(
        group.ifGiven("name", Section::text),
        group.ifGiven("method", Section::text),
        Workload.of(open, load),
        group.levels(open ? "rate" : "users"),
        group.ifGiven("sla", Section::sla));
  }

  /** The called method; {@code setting} names the group's method in a message. */
  public CalledMethod called(CalledMethod driver, String setting) {
    return method == null ? driver : driver.named(setting, method);
  }

  /** The level of a step; steps are numbered from 0. */
  int level(int step) {
    return levels.get(Math.min(step, levels.size() - 1));
  }

  public int maxLevel() {
    return levels.get(levels.size() - 1);
  }

  /** The first group with the most levels. */
  static Group lead(List<Group> groups) {
    return groups.stream()
        .reduce((lead, next) -> next.levels().size() > lead.levels().size() ? next : lead)
        .orElseThrow();
  }

  static List<Integer> sums(Group lead, List<Group> groups) {
    String setting = lead.workload().setting();
    return IntStream.range(0, lead.levels().size())
        .mapToObj(
            step ->
                groups.stream()
                    .filter(group -> group.workload().setting().equals(setting))
                    .mapToInt(group -> group.level(step))
                    .sum())
        .toList();
  }

  static void require(List<Group> groups, int steps) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      int levels = group.levels().size();
      if (!names.add(group.name())) {
        throw new InvalidSettingException(
            "groups." + i + ".name", "two groups are called '" + group.name() + "'");
      }
      if (levels > 1 && levels != steps) {
        throw new InvalidSettingException(
            "groups." + i + "." + group.workload().setting(),
            levels + " levels (valid: 1, or " + steps + " as another group)");
      }
    }
  }
}
