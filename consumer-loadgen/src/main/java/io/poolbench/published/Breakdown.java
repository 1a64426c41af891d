package io.poolbench.published;

import io.poolbench.judge.LevelResult;
import io.poolbench.result.Calibrated;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parts of the response time at one level of load, and the counters of CPU time taken from it.
 * They show in which part the time is spent, not why.
 *
 * @param load the level as text, such as {@code 24 users}
 */
record Breakdown(String load, LevelResult level) {
  private static final List<Part> PARTS =
      List.of(
          new Part("queue wait", Metric.QUEUE_WAIT_MEAN, Metric.QUEUE_WAIT_TP99),
          new Part("Redis", Metric.REDIS_MEAN, Metric.REDIS_TP99),
          new Part("application", Metric.APPLICATION_MEAN, Metric.APPLICATION_TP99),
          new Part("network + client", Metric.OUTSIDE_MEAN, null));

  /** A part of the response time; {@code tp99} is null if not measured. */
  private record Part(String name, Metric mean, Metric tp99) {}

  static Breakdown of(Curve curve, LevelResult level) {
    return new Breakdown(curve.load(level.level()), level);
  }

  /** The parts of the response time, then CPU, GC and steal. */
  String line(Calibrated calibrated) {
    List<String> values = new ArrayList<>();
    highest(part -> value(part.tp99()))
        .ifPresent(
            part ->
                values.add(
                    "highest TP99 of a stage: %s %s ms"
                        .formatted(part.name(), FigureText.measure(value(part.tp99())))));
    String means =
        PARTS.stream()
            .filter(part -> value(part.mean()) != null)
            .map(part -> part.name() + " " + FigureText.measure(value(part.mean())))
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

  /** The part that grew most since another level, then {@link #line}. */
  String since(Breakdown other, Calibrated calibrated) {
    Function<Part, Double> growth =
        part -> {
          Double before = other.value(part.mean());
          Double after = value(part.mean());
          return before == null || after == null || after <= before ? null : after - before;
        };
    return highest(growth)
            .map(
                part ->
                    "from %s on, %s grew most, by %s ms to %s ms in the mean; "
                        .formatted(
                            other.load(),
                            part.name(),
                            FigureText.difference(growth.apply(part)),
                            FigureText.measure(value(part.mean()))))
            .orElse("")
        + line(calibrated);
  }

  private static Optional<Part> highest(Function<Part, Double> value) {
    return PARTS.stream()
        .filter(part -> Objects.nonNull(value.apply(part)))
        .max(Comparator.comparing(value));
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
    return metric == null ? null : level.median(metric);
  }
}
