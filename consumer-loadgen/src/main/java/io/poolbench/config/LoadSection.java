package io.poolbench.config;

import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.LoadSchedule.CapacityLoad;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The section {@code load} of a study, including the settings of its workload. The settings of a
 * closed or of an open loop are null, unless groups use both.
 */
record LoadSection(
    List<Integer> users,
    ThinkTime thinkTime,
    Duration backoff,
    List<Integer> rate,
    ArrivalProcess arrivals,
    Integer maxInFlight,
    LoadSchedule.Order order,
    Duration warmup,
    Duration settle,
    Duration measure,
    Duration measureUpTo,
    boolean drain,
    Search search,
    List<GroupSection> groups,
    List<Phase> phases,
    CapacityLoad capacity,
    Duration slice) {

  LoadSchedule schedule() {
    Workload.Closed closed =
        thinkTime == null ? null : new Workload.Closed(thinkTime, micros(backoff));
    Workload.Open open = arrivals == null ? null : new Workload.Open(arrivals, maxInFlight);
    List<Integer> levels = rate == null ? users : rate;
    List<Group> several = new ArrayList<>();
    for (int i = 0; groups != null && i < groups.size(); i++) {
      several.add(groups.get(i).group(i, closed, open));
    }
    return new LoadSchedule(
        rate == null && capacity == null ? closed : open,
        levels == null ? List.of() : levels,
        order,
        warmup,
        settle,
        measure,
        measureUpTo,
        drain,
        search,
        several,
        phases,
        capacity,
        slice);
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }

  static LoadSection of(LoadSchedule load) {
    boolean single = load.groups().isEmpty();
    List<Integer> levels = load.levels().isEmpty() || !single ? null : load.levels();
    Workload.Closed closed = loop(load, Workload.Closed.class);
    Workload.Open open = loop(load, Workload.Open.class);
    return new LoadSection(
        closed == null ? null : levels,
        closed == null ? null : closed.thinkTime(),
        closed == null ? null : Duration.of(closed.backoffMicros(), ChronoUnit.MICROS),
        open == null ? null : levels,
        open == null ? null : open.arrivals(),
        open == null ? null : (Integer) open.inFlight(),
        load.order(),
        load.warmup(),
        load.settle(),
        load.phases().isEmpty() ? load.measure() : null,
        load.phases().isEmpty() ? load.measureUpTo() : null,
        load.drain(),
        load.search(),
        single ? null : load.groups().stream().map(GroupSection::of).toList(),
        load.phases().isEmpty() ? null : load.phases(),
        load.capacity(),
        load.slice());
  }

  /** The workload of this kind, which all groups of the kind share; null where there is none. */
  private static <W extends Workload> W loop(LoadSchedule load, Class<W> kind) {
    return Stream.concat(Stream.of(load.workload()), load.groups().stream().map(Group::workload))
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElse(null);
  }
}
