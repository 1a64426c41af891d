package io.poolbench.published;

import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts of the response time at one level of load, and the counters of CPU time taken from it.
 * They show in which part the time is spent, not why.
 */
public final class Breakdown {
  /** The parts of the mean response time, which add up to it. */
  private static final List<Metric> PARTS =
      List.of(
          Metric.QUEUE_WAIT_MEAN, Metric.REDIS_MEAN, Metric.APPLICATION_MEAN, Metric.OUTSIDE_MEAN);

  private static final List<Metric> COUNTERS =
      List.of(
          Metric.PROVIDER_RUN_QUEUE_WAIT,
          Metric.GC_COUNT,
          Metric.GC_PAUSE,
          Metric.STEAL,
          Metric.PROVIDER_CPU_PER_CALL);

  private Breakdown() {}

  /** The parts and the counters, as far as they are known; those of a group are not. */
  static Optional<String> line(JudgedLevel level) {
    return Stream.concat(PARTS.stream(), COUNTERS.stream())
        .filter(metric -> Curve.value(metric, level) != null)
        .map(metric -> metric.title() + " " + metric.textWithUnit(Curve.value(metric, level)))
        .reduce((first, next) -> first + "; " + next);
  }

  /**
   * The part of a call's mean time that grew most between two levels, such as {@code time in
   * Redis}; empty if none is known to have grown. In a program of a team's own the time in its
   * service is one part.
   */
  public static Optional<String> grewMost(JudgedLevel low, JudgedLevel high) {
    boolean isDivided = Curve.value(Metric.APPLICATION_MEAN, high) != null;
    return (isDivided
            ? PARTS.stream()
            : Stream.concat(PARTS.stream(), Stream.of(Metric.SERVICE_MEAN)))
        .filter(part -> growth(part, low, high) > 0)
        .max(Comparator.comparingDouble(part -> growth(part, low, high)))
        .map(Breakdown::time);
  }

  private static String time(Metric part) {
    return switch (part) {
      case QUEUE_WAIT_MEAN -> part.title();
      case REDIS_MEAN -> "time in Redis";
      case APPLICATION_MEAN -> "time in the application";
      default -> part.title() + " time";
    };
  }

  private static double growth(Metric part, JudgedLevel low, JudgedLevel high) {
    Double before = Curve.value(part, low);
    Double after = Curve.value(part, high);
    return before == null || after == null ? 0 : after - before;
  }
}
