package io.poolbench.published;

import io.poolbench.judge.LevelResult;
import io.poolbench.result.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of the response time at one level of load, and the counters of CPU time taken from it.
 * They show in which part the time is spent, not why.
 */
public final class Breakdown {
  /** The parts of the mean response time, which add up to it. */
  public static final List<Metric> PARTS =
      List.of(
          Metric.QUEUE_WAIT_MEAN, Metric.REDIS_MEAN, Metric.APPLICATION_MEAN, Metric.OUTSIDE_MEAN);

  private static final List<Metric> COUNTERS =
      List.of(
          Metric.PROVIDER_RUN_QUEUE_WAIT,
          Metric.PROVIDER_INVOLUNTARY_SWITCHES,
          Metric.GC_COUNT,
          Metric.GC_PAUSE,
          Metric.STEAL,
          Metric.PROVIDER_CPU_PER_CALL);

  private Breakdown() {}

  /** The parts and the counters, as far as they are known. */
  static String line(LevelResult level) {
    String known =
        Stream.concat(PARTS.stream(), COUNTERS.stream())
            .filter(metric -> level.median(metric) != null)
            .map(metric -> metric.title() + " " + metric.textWithUnit(level.median(metric)))
            .collect(Collectors.joining("; "));
    return known.isEmpty() ? "no counter is known" : known;
  }

  /**
   * The part whose mean grew most between two levels; empty if none is known to have grown. In a
   * program of a team's own the time in its service is one part.
   */
  public static Optional<Metric> grewMost(LevelResult low, LevelResult high) {
    boolean isDivided = high.median(Metric.APPLICATION_MEAN) != null;
    return (isDivided
            ? PARTS.stream()
            : Stream.concat(PARTS.stream(), Stream.of(Metric.SERVICE_MEAN)))
        .filter(part -> growth(part, low, high) > 0)
        .max(Comparator.comparingDouble(part -> growth(part, low, high)));
  }

  private static double growth(Metric part, LevelResult low, LevelResult high) {
    Double before = low.median(part);
    Double after = high.median(part);
    return before == null || after == null ? 0 : after - before;
  }
}
