package io.poolbench.load;

import io.poolbench.study.CalledMethod;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.Group;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Creates the {@link Load} of a schedule. */
public final class Loads {
  private Loads() {}

  /** Connects a load with a given number of slots; sends no calls yet. */
  public static Load open(
      Workload workload,
      int slots,
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
    IntFunction<Arrivals> arrivals = arrivals((Workload.Open) workload, seed);
    return new OpenLoop(targets, slots, timeout, arrivals, recorder, clock, scheduler);
  }

  /** The targets of what a group calls, or the driver if the group is null, by weight. */
  public static Target.Factory targets(
      DriverSettings driver,
      Group group,
      Function<DriverSettings, Target.Factory> targets,
      long seed) {
    CalledMethod called = group == null ? driver.method() : group.called(driver.method(), "method");
    Map<Target.Factory, Integer> weighted = new LinkedHashMap<>();
    called
        .weighted()
        .forEach((method, weight) -> weighted.put(targets.apply(driver.calling(method)), weight));
    return MethodMix.of(weighted, seed);
  }

  /**
   * Connects a load that can reach a level, or the concurrent loads of its groups; sends no calls
   * yet.
   *
   * @param highestLevel without groups; that of groups is the schedule's
   * @param timeout how long a request of an open loop waits for a free slot; the client's timeout
   * @param seed of think times and Poisson arrivals
   * @param targets of each group, which is null in a load without groups
   * @throws IOException if a target cannot be reached
   */
  public static Load open(
      LoadSchedule schedule,
      int highestLevel,
      Duration timeout,
      long seed,
      Function<Group, Target.Factory> targets,
      NanoClock clock,
      Scheduler scheduler)
      throws IOException {
    if (schedule.groups().isEmpty()) {
      Workload workload = schedule.workload();
      int slots = workload.maxInFlight(highestLevel);
      Target.Factory target = targets.apply(null);
      return open(workload, slots, timeout, seed, target, clock, scheduler);
    }
    Map<Group, Load> loads = new LinkedHashMap<>();
    GroupedLoad together = new GroupedLoad(schedule, loads, clock);
    try {
      for (Group group : schedule.groups()) {
        long own = seed + loads.size();
        Target.Factory target = targets.apply(group);
        LoadSchedule part = schedule.of(group);
        loads.put(
            group, open(part, part.maxLevel(), timeout, own, alone -> target, clock, scheduler));
      }
      return together;
    } finally {
      if (loads.size() < schedule.groups().size()) {
        together.close();
      }
    }
  }

  private static IntFunction<Arrivals> arrivals(Workload.Open open, long seed) throws IOException {
    SplittableRandom seeds = new SplittableRandom(seed);
    return switch (open.arrivals()) {
      case CONSTANT -> Arrivals::constant;
      case POISSON -> perSecond -> Arrivals.poisson(perSecond, seeds.nextLong());
      case RECORDED -> RecordedArrivals.read(Path.of(open.recording())).replayed(seed);
    };
  }

  /**
   * The concurrent loads of several groups as one load. A level is the schedule's level; intervals
   * include the groups' intervals.
   */
  private record GroupedLoad(LoadSchedule schedule, Map<Group, Load> loads, NanoClock clock)
      implements Load {
    @Override
    public void beginRound(int round) {
      loads.values().forEach(load -> load.beginRound(round));
    }

    @Override
    public void level(int level) {
      loads.forEach((group, load) -> load.level(schedule.level(group, level)));
    }

    @Override
    public void drainBefore(int level, Duration timeout) throws InterruptedException {
      for (Map.Entry<Group, Load> part : loads.entrySet()) {
        part.getValue().drainBefore(schedule.level(part.getKey(), level), timeout);
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
      long deadline = clock.nanoTime() + timeout.toNanos();
      loads.values().forEach(load -> load.level(0));
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
