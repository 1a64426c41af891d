package io.poolbench.load;

import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Creates the {@link Load} of a schedule. */
public final class Loads {
  private Loads() {}

  /**
   * Connects a load that can reach the schedule's highest level; sends no calls yet.
   *
   * @param timeout how long a request of an open loop waits for a free slot; the client's timeout
   * @param seed of think times and Poisson arrivals
   * @throws IOException if the target cannot be reached
   */
  public static Load open(
      LoadSchedule schedule,
      Duration timeout,
      long seed,
      Target.Factory targets,
      NanoClock clock,
      Scheduler scheduler)
      throws IOException {
    Workload workload = schedule.workload();
    int slots = workload.maxInFlight(schedule.maxLevel());
    return open(workload, slots, schedule.settle(), timeout, seed, targets, clock, scheduler);
  }

  /** Connects a load with a given number of slots; sends no calls yet. */
  public static Load open(
      Workload workload,
      int slots,
      Duration settle,
      Duration timeout,
      long seed,
      Target.Factory targets,
      NanoClock clock,
      Scheduler scheduler)
      throws IOException {
    LatencyRecorder recorder = new LatencyRecorder();
    if (workload instanceof Workload.Closed closed) {
      return new ClosedLoop(targets, slots, closed, seed, recorder, clock, scheduler);
    }
    OpenLoop.RateChange change =
        rateChange((Workload.Open) workload, settle, new SplittableRandom(seed));
    return new OpenLoop(targets, slots, timeout, change, recorder, clock, scheduler);
  }

  /** The targets of a group's methods by weight; the driver's methods if the group is null. */
  public static Target.Factory targets(
      DriverSettings driver,
      Group group,
      Function<DriverSettings, Target.Factory> targets,
      long seed) {
    Map<CalledMethod, Integer> methods =
        group == null ? driver.method().weighted() : group.weighted(driver.method(), "method");
    Map<Target.Factory, Integer> weighted = new LinkedHashMap<>();
    methods.forEach(
        (method, weight) -> weighted.put(targets.apply(driver.calling(method)), weight));
    return MethodMix.of(weighted, seed);
  }

  /** Connects the concurrent loads of a schedule's groups. */
  public static Load openGroups(
      LoadSchedule schedule,
      Duration timeout,
      long seed,
      Function<Group, Target.Factory> targets,
      NanoClock clock,
      Scheduler scheduler)
      throws IOException {
    Map<Group, Load> loads = new LinkedHashMap<>();
    GroupedLoad together = new GroupedLoad(schedule, loads, clock);
    try {
      for (Group group : schedule.groups()) {
        long own = seed + loads.size();
        loads.put(
            group, open(schedule.of(group), timeout, own, targets.apply(group), clock, scheduler));
      }
      return together;
    } finally {
      if (loads.size() < schedule.groups().size()) {
        together.close();
      }
    }
  }

  private static OpenLoop.RateChange rateChange(
      Workload.Open open, Duration settle, SplittableRandom seeds) {
    return switch (open.arrivals()) {
      case CONSTANT -> (from, to) -> Arrivals.constant(to);
      case RAMP -> (from, to) -> Arrivals.ramp(from, to, settle.toNanos());
      case POISSON -> (from, to) -> Arrivals.poisson(to, seeds.nextLong());
    };
  }

  /**
   * The concurrent loads of several groups as one load. A level is the schedule's level; intervals
   * include the groups' intervals.
   */
  private static final class GroupedLoad implements Load {
    private final LoadSchedule schedule;
    private final Map<Group, Load> loads;
    private final NanoClock clock;

    GroupedLoad(LoadSchedule schedule, Map<Group, Load> loads, NanoClock clock) {
      this.schedule = schedule;
      this.loads = loads;
      this.clock = clock;
    }

    @Override
    public void level(int level) {
      loads.forEach((group, load) -> load.level(schedule.level(group, level)));
    }

    @Override
    public void drainBefore(int level, Duration timeout) throws InterruptedException {
      for (Map.Entry<Group, Load> of : loads.entrySet()) {
        of.getValue().drainBefore(schedule.level(of.getKey(), level), timeout);
      }
    }

    @Override
    public Interval take() {
      return Interval.together(loads.values().stream().map(Load::take).toList());
    }

    @Override
    public int inFlight() {
      return loads.values().stream().mapToInt(Load::inFlight).sum();
    }

    @Override
    public boolean drain(Duration timeout) throws InterruptedException {
      level(0);
      long deadline = clock.nanoTime() + timeout.toNanos();
      boolean ended = true;
      for (Load load : loads.values()) {
        long left = Math.max(0, deadline - clock.nanoTime());
        ended &= load.drain(Duration.ofNanos(left));
      }
      return ended;
    }

    @Override
    public void close() {
      loads.values().forEach(Load::close);
    }
  }
}
