package io.poolbench.load;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.load.SliceRunner.Hold;
import io.poolbench.load.SliceRunner.Reading;
import io.poolbench.load.SliceRunner.Stretch;
import io.poolbench.study.LoadSchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Runners of slices of a load, with the clock as the only counter. */
public final class SliceRunners {
  /** The counter of the elapsed seconds. */
  public static final String ELAPSED = "elapsed_seconds";

  /** The calls between the readings. */
  public static final String COUNTED = "counted_calls";

  private SliceRunners() {}

  public static SliceRunner<Long, RuntimeException> of(Load load, NanoClock clock) {
    return of(load, clock, List.of());
  }

  public static SliceRunner<Long, RuntimeException> of(
      Load load, NanoClock clock, List<String> groups) {
    return new SliceRunner<>(
        load,
        clock,
        Timeline.from(Instant.EPOCH, clock),
        new Elapsed(clock),
        Map::of,
        groups,
        (level, batch) -> {});
  }

  /** Reads the clock. */
  record Elapsed(NanoClock clock) implements Probe<Long, RuntimeException> {
    @Override
    public Long read() {
      return clock.nanoTime();
    }

    @Override
    public Counters gained(Long before, Long after, Loaded loaded) {
      double seconds = loaded.time().map(Duration::toNanos).orElse(after - before) / 1e9;
      return Counters.ofGained(Map.of(ELAPSED, seconds, COUNTED, (double) loaded.calls()));
    }
  }

  /** The slice of a step, in batches of a twentieth. */
  public static <E extends Exception> Slice step(
      SliceRunner<?, E> runner, int level, Duration settle, Duration measure)
      throws InterruptedException, E {
    return runner
        .hold(hold(level, settle, measure, Reading.UNDER_LOAD, Duration.ZERO), stretch -> {})
        .get(0);
  }

  public static Hold hold(
      int level, Duration settle, Duration measure, Reading reading, Duration drain) {
    return new Hold(
        new Key("fixed 4", 1, new Turn(1, 1), level, ""),
        settle,
        List.of(new Stretch("", level, measure, 20)),
        reading,
        drain);
  }

  /** Measures the phases of a schedule, one slice each. */
  static <E extends Exception> List<Slice> phases(
      SliceRunner<?, E> runner, int level, LoadSchedule schedule, SliceRunner.Begin<E> begin)
      throws InterruptedException, E {
    return runner.hold(
        new Hold(
            new Key("fixed 4", 1, new Turn(1, 1), level, ""),
            schedule.settle(),
            schedule.phases().stream()
                .map(
                    phase ->
                        new Stretch(
                            phase.name(), phase.level(level), phase.length(), phase.slices()))
                .toList(),
            Reading.UNDER_LOAD,
            Duration.ZERO),
        begin);
  }

  /** The calls of a slice, as a load gives them. */
  static Interval interval(Slice slice) {
    return interval(slice.total(), new Ledger(0, 0, slice.pending(), 0));
  }

  static Interval interval(Batch batch, Ledger end) {
    return new Interval(batch.calls(), batch.times(), end, List.of());
  }
}
