package io.poolbench.config;

import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Search;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The section {@code load} of a study, which has the workload's settings beside its own: those of a
 * closed loop or those of an open loop are null.
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
    Search search) {

  LoadSchedule schedule() {
    boolean closed = rate == null;
    Workload workload =
        closed
            ? new Workload.Closed(thinkTime, micros(backoff))
            : new Workload.Open(arrivals, maxInFlight);
    List<Integer> levels = closed ? users : rate;
    return new LoadSchedule(
        workload,
        levels == null ? List.of() : levels,
        order,
        warmup,
        settle,
        measure,
        measureUpTo,
        search);
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }

  static LoadSection of(LoadSchedule load) {
    List<Integer> levels = load.levels().isEmpty() ? null : load.levels();
    Workload.Closed closed = load.workload() instanceof Workload.Closed loop ? loop : null;
    Workload.Open open = load.workload() instanceof Workload.Open loop ? loop : null;
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
        load.measure(),
        load.measureUpTo(),
        load.search());
  }
}
