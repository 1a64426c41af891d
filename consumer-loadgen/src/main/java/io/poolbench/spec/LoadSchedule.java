package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Workload.ThinkTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The load of a cell as a sequence of steps.
 *
 * @param levels the users, or requests per second, of each step, rising; empty if a search or a
 *     measured capacity chooses them
 * @param warmup maximum duration of the warm-up before the first step
 * @param settle how long a step's load is held before it is measured
 * @param measure how long a step is measured, 100 ms or more
 * @param measureUpTo maximum measuring time of a step while its verdict is UNDECIDED, {@code
 *     measure} or more; null = 4 times {@code measure}, or {@code measure} with {@code drain}
 * @param drain whether a step begins without calls, stops sending at the end of {@code measure},
 *     and is measured until its last call has ended, so that the window cuts off no call; null =
 *     false
 * @param search the search that follows these steps; null = none
 * @param groups loads that run concurrently in each step; empty = one load of the driver's method.
 *     The first group with the most levels leads: its workload is the schedule's, and a level is
 *     the sum over all groups with the same unit (users, or requests per second)
 * @param phases measured parts of each step, after it has settled; empty = one level held for
 *     {@code measure}. With phases, {@code measure} is their sum
 * @param capacity the load that, before the only step, measures the rate of which the phases' rates
 *     are shares; null = none
 * @param stopWhen bounds: once a step does not meet them, no higher level is measured; null = all
 *     levels are measured
 */
public record LoadSchedule(
    Workload workload,
    List<Integer> levels,
    Duration warmup,
    Duration settle,
    Duration measure,
    Duration measureUpTo,
    Boolean drain,
    Search search,
    List<Group> groups,
    List<Phase> phases,
    CapacityLoad capacity,
    Sla stopWhen) {
  static final Duration MIN_MEASURE = Duration.ofMillis(100);
  private static final int TIMES_LONGER = 4;

  public LoadSchedule {
    groups = groups == null ? List.of() : List.copyOf(groups);
    if (!groups.isEmpty()) {
      Group lead = Group.lead(groups);
      workload = lead.workload();
      levels = Group.sums(lead, groups);
    }
    Objects.requireNonNull(workload, "workload");
    levels = List.copyOf(levels);
    Objects.requireNonNull(warmup, "warmup");
    Objects.requireNonNull(settle, "settle");
    String setting = workload.setting();
    if (levels.isEmpty() && search == null && capacity == null) {
      throw new InvalidSettingException(setting, "no level (example: 1..8, 12..24 by 4)");
    }
    requireRising(setting, levels, workload);
    if (search != null) {
      requireRising("search.within", search.within(), workload);
    }
    requireNotNegative("warmup", warmup);
    requireNotNegative("settle", settle);
    drain = drain != null && drain;
    if (drain && !settle.isZero()) {
      throw new InvalidSettingException(
          "settle", "not allowed with drain, which measures a step's first call too (valid: 0s)");
    }
    phases = phases == null ? List.of() : List.copyOf(phases); // left out in files
    if (!phases.isEmpty()) {
      Phase.require(phases, workload, capacity);
      measure = Phase.sum(phases);
      measureUpTo = measure;
    }
    Objects.requireNonNull(measure, "measure");
    requireMeasurable(measure);
    if (measureUpTo == null) {
      measureUpTo = drain ? measure : measure.multipliedBy(TIMES_LONGER);
    } else if (measureUpTo.compareTo(measure) < 0) {
      throw new InvalidSettingException(
          "measureUpTo", "shorter than measure (valid: as long as measure, or more)");
    }
    if (search != null && search.measure() == null) {
      search = new Search(search.within(), measure.multipliedBy(2));
    }
    Group.require(groups, levels.size());
  }

  static LoadSchedule of(Section load, Function<Section, Sla> slas) {
    boolean open = load.has("rate") || load.has("capacity");
    List<Group> groups = load.list("groups", group -> Group.of(group, load, slas));
    return new LoadSchedule(
        groups.isEmpty() ? Workload.of(open, load) : null,
        load.has("users") || load.has("rate") ? load.levels(open ? "rate" : "users") : List.of(),
        load.duration("warmup"),
        load.duration("settle"),
        load.ifGiven("measure", Section::duration),
        load.ifGiven("measureUpTo", Section::duration),
        load.ifGiven("drain", Section::truth),
        load.ifGiven("search", (section, key) -> section.read(key, Search::of)),
        groups,
        load.list("phases", Phase::of),
        load.ifGiven("capacity", (section, key) -> section.read(key, CapacityLoad::of)),
        load.ifGiven("stopWhen", (section, key) -> section.read(key, slas)));
  }

  public LoadSchedule(
      Workload workload, List<Integer> levels, Duration warmup, Duration settle, Duration measure) {
    this(
        workload, levels, warmup, settle, measure, null, false, null, List.of(), List.of(), null,
        null);
  }

  public LoadSchedule of(Group group) {
    return new LoadSchedule(
        group.workload(),
        group.levels(),
        warmup,
        settle,
        measure,
        measureUpTo,
        drain,
        null,
        List.of(),
        List.of(),
        null,
        null);
  }

  public LoadSchedule ofCapacity() {
    return new LoadSchedule(
        new Workload.Closed(ThinkTime.NONE),
        List.of(capacity.users()),
        warmup,
        settle,
        CapacityLoad.MEASURE);
  }

  /** This schedule with a measured capacity, in calls per second. */
  public LoadSchedule at(int perSecond) {
    return new LoadSchedule(
        workload,
        List.of(perSecond),
        warmup,
        settle,
        measure,
        measureUpTo,
        drain,
        search,
        groups,
        phases,
        capacity,
        stopWhen);
  }

  static void requireMeasurable(Duration measure) {
    if (measure.compareTo(MIN_MEASURE) < 0) {
      throw new InvalidSettingException("measure", "too short (valid: 100ms or more)");
    }
  }

  static void requireRising(String setting, List<Integer> levels, Workload workload) {
    int before = 0;
    for (int level : levels) {
      InvalidSettingException.requireRange(setting, level, 1, workload.maxLevel());
      if (level <= before) {
        throw new InvalidSettingException(
            setting, "level " + level + " after " + before + " (valid: rising levels)");
      }
      before = level;
    }
  }

  private static void requireNotNegative(String setting, Duration duration) {
    if (duration.isNegative()) {
      throw new InvalidSettingException(setting, "negative duration (valid: 0s or more)");
    }
  }

  /** The levels to run; 0 stands for a capacity that is not measured yet. */
  public List<Integer> toRun() {
    return capacity != null && levels.isEmpty() ? List.of(0) : levels;
  }

  /**
   * The levels that a paired study begins with, rising: those listed and, of a search, candidates
   * that are at least twice the one before, and the highest.
   */
  public List<Integer> firstRound() {
    if (search == null) {
      return levels;
    }
    SortedSet<Integer> first = new TreeSet<>(levels);
    int next = 0;
    for (int candidate : search.within) {
      if (candidate >= next) {
        first.add(candidate);
        next = 2 * candidate;
      }
    }
    first.add(search.highest());
    return List.copyOf(first);
  }

  public int maxLevel() {
    int listed = levels.isEmpty() ? 0 : levels.get(levels.size() - 1);
    return search == null ? listed : Math.max(listed, search.highest());
  }

  /**
   * The level of a group when the whole load is at a level. Between steps it is the same share of
   * the group's highest level, rounded up.
   */
  public int level(Group group, int whole) {
    int step = levels.indexOf(whole);
    return step < 0
        ? (int) Math.ceil((double) group.maxLevel() * whole / maxLevel())
        : group.level(step);
  }

  /**
   * The load that measures a cell's capacity, before steps at shares of that capacity.
   *
   * @param users of a closed loop without think time, limited to the calls that the pool accepts
   */
  public record CapacityLoad(int users) {
    /** Duration of the measurement. */
    public static final Duration MEASURE = Duration.ofSeconds(4);

    public CapacityLoad {
      InvalidSettingException.requireRange("users", users, 1, Workload.Closed.MAX_USERS);
    }

    static CapacityLoad of(Section capacity) {
      return new CapacityLoad(capacity.integer("users"));
    }
  }

  /**
   * A search for the capacity, the maximum load within the SLA, by bisection.
   *
   * @param within the levels to choose from, rising, two or more; in users or in requests per
   *     second
   * @param measure how long a confirming step is measured, 100 ms or more; null = twice the
   *     schedule's other steps, which {@link LoadSchedule} fills in
   */
  public record Search(List<Integer> within, Duration measure) {
    /** How often each side of the boundary is measured before it counts as found. */
    public static final int CONFIRMATIONS = 3;

    public Search {
      if (within == null || within.size() < 2) {
        throw new InvalidSettingException(
            "within", "search requires two or more levels (example: 1..200)");
      }
      within = List.copyOf(within);
      if (measure != null) {
        LoadSchedule.requireMeasurable(measure);
      }
    }

    static Search of(Section search) {
      return new Search(
          search.ifGiven("within", Section::levels), search.ifGiven("measure", Section::duration));
    }

    public int highest() {
      return within.get(within.size() - 1);
    }
  }
}
