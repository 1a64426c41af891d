package io.poolbench.report;

import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The part of the mean response time that grew most between the lowest load and the first load that
 * fails, with the state of provider and pool at the latter. The counters show where the time goes,
 * not why.
 */
record Cause(Workload workload, LevelResult low, LevelResult high) {
  /** These parts add up to the mean response time. */
  static final List<Metric> PARTS =
      List.of(
          Metric.QUEUE_WAIT_MEAN, Metric.REDIS_MEAN, Metric.APPLICATION_MEAN, Metric.OUTSIDE_MEAN);

  private static final List<Metric> STATE =
      List.of(
          Metric.PROVIDER_CPU,
          Metric.PROVIDER_RUN_QUEUE_WAIT,
          Metric.POOL_ACTIVE_MAX,
          Metric.QUEUE_MAX);

  /** Empty where no load fails, or the counters are unknown. */
  static String sentence(RepeatedCell cell) {
    List<LevelResult> valid = cell.levelResults().stream().filter(LevelResult::isValid).toList();
    Optional<LevelResult> failing =
        valid.stream().filter(level -> level.verdict() == Verdict.Kind.FAIL).findFirst();
    return failing
        .map(high -> new Cause(cell.cell().load().workload(), valid.get(0), high).sentence())
        .orElse("");
  }

  private String sentence() {
    List<String> parts = new ArrayList<>();
    PARTS.stream()
        .filter(part -> growth(part) > 0)
        .max(Comparator.comparingDouble(this::growth))
        .ifPresent(part -> parts.add(grown(part)));
    STATE.stream()
        .filter(metric -> high.median(metric) != null)
        .map(metric -> metric.title() + " " + withUnit(metric, high))
        .forEach(parts::add);
    return parts.isEmpty() ? "" : "At " + load(high) + ": " + String.join("; ", parts) + ".";
  }

  private String grown(Metric part) {
    return "%s grew most, from %s at %s to %s"
        .formatted(part.title(), withUnit(part, low), load(low), withUnit(part, high));
  }

  private static String withUnit(Metric metric, LevelResult level) {
    return (metric.text(level.median(metric)) + " " + metric.unit().symbol()).strip();
  }

  private double growth(Metric part) {
    Double before = low.median(part);
    Double after = high.median(part);
    return before == null || after == null ? 0 : after - before;
  }

  private String load(LevelResult level) {
    return FigureText.load(workload, level.level());
  }
}
