package io.poolbench.published;

import io.poolbench.judge.ExpressionFunction;
import io.poolbench.judge.ExpressionFunction.Arguments;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.Parameter;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.List;

/** Expression functions that read metrics of levels: {@code tps}, {@code peak}, ... */
final class MetricFunctions {
  /** Max deviation of a value per user from its mean over all levels of a line, in percent. */
  private static final double LINE_BAND_PCT = 10;

  private static final int LINE_MIN_LEVELS = 3;

  private final CurveReader reader;

  MetricFunctions(CurveReader reader) {
    this.reader = reader;
  }

  List<ExpressionFunction> all(Parameter pool) {
    Parameter metric = Parameter.metric();
    Parameter level = Parameter.number("level");
    Parameter from = Parameter.number("from");
    Parameter to = Parameter.number("to");
    List<ExpressionFunction> all = new ArrayList<>();
    for (Metric each : Metric.values()) {
      all.add(
          ExpressionFunction.number(
              each.id(),
              call -> reader.at(each, call.text(0), call.optionalNumber(1)),
              pool,
              level.optional()));
    }
    all.add(ExpressionFunction.number("peak", this::peak, metric, pool));
    all.add(ExpressionFunction.number("highest", this::highest, metric, pool, from, to));
    all.add(
        ExpressionFunction.logical(
            "linear", this::linear, metric, pool, from, to, Parameter.number("slack")));
    return all;
  }

  static Metric metric(Arguments call) {
    return Metric.of(call.text(0)).orElseThrow();
  }

  private double peak(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    return Curve.highest(metric, curve.levels())
        .map(level -> reader.read(metric, curve, level))
        .orElseGet(() -> reader.missing(curve.name() + ": not measured"));
  }

  private double highest(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    List<LevelResult> levels = curve.upTo((int) call.number(3));
    if (levels.isEmpty() || levels.get(levels.size() - 1).level() < call.number(2)) {
      return reader.missing(
          CurveReader.title(metric, curve) + ": " + range(call) + " not measured");
    }
    reader.explainBy(curve, levels.get(0));
    return Curve.highest(metric, levels)
        .map(level -> reader.read(metric, curve, level))
        .orElseGet(() -> reader.missing(CurveReader.title(metric, curve) + ": unknown"));
  }

  private static String range(Arguments call) {
    return "from " + (int) call.number(2) + " to " + (int) call.number(3);
  }

  /** Whether a metric is proportional to the load, within a slack in the metric's unit. */
  private boolean linear(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    List<LevelResult> levels =
        curve.upTo((int) call.number(3)).stream()
            .filter(level -> level.median(metric) != null)
            .toList();
    String name = CurveReader.title(metric, curve);
    if (levels.size() < LINE_MIN_LEVELS || levels.get(levels.size() - 1).level() < call.number(2)) {
      reader.missing(
          "%s: %s valid levels (limit %s, one of them %s)"
              .formatted(name, levels.size(), LINE_MIN_LEVELS, range(call)));
      return false;
    }
    reader.explainBy(curve, levels.get(0));
    reader.explainBy(curve, levels.get(levels.size() - 1));
    double mean = levels.stream().mapToDouble(level -> slope(metric, level)).average().orElse(0);
    List<String> beyond = new ArrayList<>();
    double worst = 0;
    for (LevelResult level : levels) {
      double pct = 100 * (slope(metric, level) / mean - 1);
      double distance = level.level() * (slope(metric, level) - mean);
      if (Math.abs(pct) > LINE_BAND_PCT && Math.abs(distance) > call.number(4)) {
        beyond.add(curve.load(level.level()) + " " + FigureText.pct(pct) + " %");
      }
      worst = Math.max(worst, Math.abs(pct));
    }
    reader.known(
        "%s per user %s in the mean of %s levels, %s"
            .formatted(
                name,
                FigureText.measure(mean),
                levels.size(),
                beyond.isEmpty()
                    ? "max deviation " + FigureText.pct(worst) + " %"
                    : "off the line: " + String.join(", ", beyond)));
    return beyond.isEmpty();
  }

  private static double slope(Metric metric, LevelResult level) {
    return level.median(metric) / level.level();
  }
}
