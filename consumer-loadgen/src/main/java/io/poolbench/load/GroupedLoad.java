package io.poolbench.load;

import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import java.time.Duration;
import java.util.Map;

/**
 * The concurrent loads of several groups as one load. A level is the schedule's level; intervals
 * include the groups' intervals.
 */
final class GroupedLoad implements Load {
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
