package io.poolbench.published;

import io.poolbench.judge.LevelResult;
import io.poolbench.result.Calibrated;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of the response time at one level of load, and the counters of CPU time taken from it.
 * They show in which part the time is spent, not why.
 *
 * @param load the level as text, such as {@code 24 users}
 */
public record Breakdown(String load, LevelResult level) {
  /** The parts of the mean response time, which add up to it. */
  public static final List<Metric> PARTS =
      List.of(
          Metric.QUEUE_WAIT_MEAN, Metric.REDIS_MEAN, Metric.APPLICATION_MEAN, Metric.OUTSIDE_MEAN);

  private static final List<Metric> TAILS =
      List.of(Metric.QUEUE_WAIT_TP99, Metric.REDIS_TP99, Metric.APPLICATION_TP99);

  static Breakdown of(Curve curve, LevelResult level) {
    return new Breakdown(curve.load(level.level()), level);
  }

  /** The parts of the response time, then CPU, GC and steal. */
  String line(Calibrated calibrated) {
    List<String> values = new ArrayList<>();
    TAILS.stream()
        .filter(tail -> value(tail) != null)
        .max(Comparator.comparing(this::value))
        .ifPresent(
            tail ->
                values.add(
                    "highest TP99 of a stage: %s %s ms"
                        .formatted(
                            tail.title().replace(" TP99", ""), FigureText.measure(value(tail)))));
    String means =
        PARTS.stream()
            .filter(part -> value(part) != null)
            .map(part -> part.title() + " " + FigureText.measure(value(part)))
            .collect(Collectors.joining(", "));
    if (!means.isEmpty()) {
      values.add("mean ms: " + means);
    }
    add(values, "run queue wait ", value(Metric.PROVIDER_RUN_QUEUE_WAIT), " us");
    add(values, "involuntary switches/call ", value(Metric.PROVIDER_INVOLUNTARY_SWITCHES), "");
    add(values, "GC pause ", gcPauseMillis(), " ms each");
    add(values, "CPU steal ", value(Metric.STEAL), " %");
    add(values, "CPU per call ", value(Metric.PROVIDER_CPU_PER_CALL), " us");
    add(values, "CPUs full at ", fullTps(), " TPS");
    if (calibrated != null && fullTps() != null) {
      values.add(
          "calibrated to " + FigureText.measure(calibrated.saturationTps().value()) + " TPS");
    }
    return load + ": " + (values.isEmpty() ? "no counter is known" : String.join("; ", values));
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

  private Double gcPauseMillis() {
    Double count = value(Metric.GC_COUNT);
    Double pauses = value(Metric.GC_PAUSE);
    return count == null || pauses == null || count == 0 ? null : Double.valueOf(pauses / count);
  }

  private Double fullTps() {
    Double cpuPct = value(Metric.PROVIDER_CPU);
    Double tps = value(Metric.TPS);
    return cpuPct == null || cpuPct <= 0 || tps == null ? null : Double.valueOf(100 * tps / cpuPct);
  }

  private static void add(List<String> values, String name, Double value, String unit) {
    if (value != null) {
      values.add(name + FigureText.measure(value) + unit);
    }
  }

  private Double value(Metric metric) {
    return level.median(metric);
  }
}
