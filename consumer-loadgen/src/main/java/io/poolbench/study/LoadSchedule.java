package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The load of a cell as a sequence of steps.
 *
 * @param levels the users, or requests per second, of each step, rising; empty if a search or a
 *     measured capacity chooses them
 * @param search the search that follows these steps; null = none
 * @param groups loads that run concurrently in each step; empty = one load of the driver's method.
 *     The first group with the most levels leads: its workload is the schedule's, and a level is
 *     the sum over all groups with the same unit (users, or requests per second)
 * @param course what a step goes through once it has settled. With phases, it is measured for their
 *     sum
 * @param stopWhen bounds: once a step does not meet them, no higher level is measured; null = all
 *     levels are measured
 */
public record LoadSchedule(
    Workload workload,
    List<Integer> levels,
    StepTimes times,
    Search search,
    List<Group> groups,
    Course course,
    Sla stopWhen) {
  public LoadSchedule {
    groups = List.copyOf(groups);
    if (!groups.isEmpty()) {
      Group lead = Group.lead(groups);
      workload = lead.workload();
      levels = Group.sums(lead, groups);
    }
    Objects.requireNonNull(workload, "workload");
    levels = List.copyOf(levels);
    String setting = workload.setting();
    if (levels.isEmpty() && search == null && course.capacity == null) {
      throw new InvalidSettingException(setting, "no level (example: 1..8, 12..24 by 4)");
    }
    requireRising(setting, levels, workload);
    if (search != null) {
      requireRising("search.within", search.within(), workload);
    }
    if (!course.phases.isEmpty()) {
      Phase.require(course.phases, workload, course.capacity);
      times = times.lasting(Phase.sum(course.phases));
    }
    if (search != null && search.measure() == null) {
      search = new Search(search.within(), times.measure().multipliedBy(2));
    }
    Group.require(groups, levels.size());
  }

  static LoadSchedule of(Section load) {
    boolean open = load.has("rate") || load.has("capacity");
    List<Group> groups = load.list("groups", group -> Group.of(group, load));
    Course course = load.record(Course.class);
    return new LoadSchedule(
        groups.isEmpty() ? Workload.of(open, load) : null,
        load.has("users") || load.has("rate") ? load.levels(open ? "rate" : "users") : List.of(),
        course.phases.isEmpty()
            ? load.record(StepTimes.class)
            : StepTimes.of(load, Phase.sum(course.phases)),
        load.record("search", Search.class),
        groups,
        course,
        load.ifGiven("stopWhen", Section::sla));
  }

  public LoadSchedule(
      Workload workload, List<Integer> levels, Duration warmup, Duration settle, Duration measure) {
    this(workload, levels, new StepTimes(warmup, settle, measure, null, false));
  }

  private LoadSchedule(Workload workload, List<Integer> levels, StepTimes times) {
    this(workload, levels, times, null, List.of(), Course.STEADY, null);
  }

  public Duration warmup() {
    return times.warmup();
  }

  public Duration settle() {
    return times.settle();
  }

  public Duration measure() {
    return times.measure();
  }

  public Duration measureUpTo() {
    return times.measureUpTo();
  }

  public boolean drain() {
    return times.drain();
  }

  public List<Phase> phases() {
    return course.phases;
  }

  public CapacityLoad capacity() {
    return course.capacity;
  }

  public LoadSchedule of(Group group) {
    return new LoadSchedule(group.workload(), group.levels(), times);
  }

  public LoadSchedule ofCapacity() {
    return new LoadSchedule(
        Workload.Closed.WITHOUT_PAUSES,
        List.of(course.capacity.users()),
        warmup(),
        settle(),
        CapacityLoad.MEASURE);
  }

  /** This schedule with a measured capacity, in calls per second. */
  public LoadSchedule at(int perSecond) {
    return new LoadSchedule(workload, List.of(perSecond), times, search, groups, course, stopWhen);
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

  /** The levels to run; 0 stands for a capacity that is not measured yet. */
  public List<Integer> toRun() {
    return course.capacity != null && levels.isEmpty() ? List.of(0) : levels;
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
   * What a step goes through.
   *
   * @param phases measured parts of each step; empty = one level held for the step's time
   * @param capacity the load that, before the only step, measures the rate of which the phases'
   *     rates are shares; null = none
   */
  public record Course(List<Phase> phases, CapacityLoad capacity) {
    static final Course STEADY = new Course(List.of(), null);

    public Course {
      phases = List.copyOf(phases);
    }
  }

  /**
   * The load that measures a cell's capacity, before steps at shares of that capacity.
   *
   * @param users of a closed loop without think time, limited to the calls that the pool accepts
   */
  public record CapacityLoad(int users) {
    /** Duration of the measurement. */
    public static final Duration MEASURE = Duration.ofSeconds(4);
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
        StepTimes.requireMeasurable(measure);
      }
    }

    public int highest() {
      return within.get(within.size() - 1);
    }
  }
}
