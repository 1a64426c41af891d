package io.poolbench.published;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.ExpressionFunction;
import io.poolbench.judge.ExpressionFunction.Arguments;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Parameter;
import io.poolbench.judge.PassedLevel;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Rankings;
import io.poolbench.stats.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Expression functions over the curves of pools: metrics of levels ({@code tps}, {@code peak}, ...)
 * and the load that a pool carries.
 */
final class CurveFunctions {
  /** Max deviation of a value per user from its mean over all levels of a line, in percent. */
  private static final double LINE_BAND_PCT = 10;

  private static final int LINE_MIN_LEVELS = 3;

  private final CurveReader reader;

  /** Rankings of all pairs of cells; null until used, because each takes some thousand draws. */
  private List<Ranking> rankings;

  CurveFunctions(CurveReader reader) {
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
    all.addAll(
        List.of(
            ExpressionFunction.number("knee", this::knee, pool),
            ExpressionFunction.number("last", this::last, pool),
            ExpressionFunction.number("capacity", this::capacity, pool),
            ExpressionFunction.number("first_failing", this::firstFailing, pool),
            ExpressionFunction.logical("carries_more", this::carriesMore, pool, pool),
            ExpressionFunction.number(
                "least_at_capacity", call -> atCapacity(call).lower(), metric, pool),
            ExpressionFunction.number(
                "most_at_capacity", call -> atCapacity(call).upper(), metric, pool)));
    return all;
  }

  static Metric metric(Arguments call) {
    return Metric.of(call.text(0)).orElseThrow();
  }

  private double peak(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    return curve.levels().isEmpty()
        ? reader.missing(curve.name() + ": not measured")
        : highestOf(metric, curve, curve.levels());
  }

  private double highestOf(Metric metric, Curve curve, List<JudgedLevel> levels) {
    return levels.stream()
        .filter(level -> Curve.value(metric, level) != null)
        .max(Comparator.comparing(level -> Curve.value(metric, level)))
        .map(level -> reader.read(metric, curve, level))
        .orElseGet(() -> reader.missing(CurveReader.title(metric, curve) + ": unknown"));
  }

  private double highest(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    List<JudgedLevel> levels = curve.upTo((int) call.number(3));
    if (levels.isEmpty() || levels.get(levels.size() - 1).at() < call.number(2)) {
      return reader.missing(
          CurveReader.title(metric, curve) + ": " + range(call) + " not measured");
    }
    reader.explainBy(curve, levels.get(0));
    return highestOf(metric, curve, levels);
  }

  private static String range(Arguments call) {
    return "from " + (int) call.number(2) + " to " + (int) call.number(3);
  }

  /** Whether a metric is proportional to the load, within a slack in the metric's unit. */
  private boolean linear(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    List<JudgedLevel> levels =
        curve.upTo((int) call.number(3)).stream()
            .filter(level -> Curve.value(metric, level) != null)
            .toList();
    String name = CurveReader.title(metric, curve);
    if (levels.size() < LINE_MIN_LEVELS || levels.get(levels.size() - 1).at() < call.number(2)) {
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
    for (JudgedLevel level : levels) {
      double slope = slope(metric, level);
      double pct = slope == mean ? 0 : 100 * (slope / mean - 1);
      double distance = level.at() * (slope - mean);
      if (Math.abs(pct) > LINE_BAND_PCT && Math.abs(distance) > call.number(4)) {
        beyond.add(curve.load(level.at()) + " " + FigureText.pct(pct) + " %");
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

  private static double slope(Metric metric, JudgedLevel level) {
    return Curve.value(metric, level) / level.at();
  }

  private double knee(Arguments call) {
    String pool = call.text(0);
    return reader
        .curve(pool)
        .knee()
        .map(users -> reader.known("knee of " + pool + " at " + users, users))
        .orElseGet(() -> reader.missing("knee of " + pool + ": not reached"));
  }

  private double last(Arguments call) {
    String pool = call.text(0);
    return reader.curve(pool).levels().stream()
        .mapToDouble(JudgedLevel::at)
        .max()
        .orElseGet(() -> reader.missing(pool + ": not measured"));
  }

  private double capacity(Arguments call) {
    String pool = call.text(0);
    Optional<PassedLevel.Spread> capacity = reader.curve(pool).passedLevel();
    String text =
        "capacity of " + pool + " " + capacity.map(PassedLevel.Spread::answer).orElse("unknown");
    return capacity
        .filter(spread -> !spread.maybeMore())
        .map(spread -> reader.known(text, spread.median()))
        .orElseGet(() -> reader.missing(text));
  }

  private double firstFailing(Arguments call) {
    Curve curve = reader.curve(call.text(0));
    String name = "first failing level of " + curve.name();
    OptionalDouble failing = curve.firstFailingLevel();
    if (failing.isEmpty()) {
      return reader.missing(name + ": not measured");
    }
    double load = failing.getAsDouble();
    curve.at((int) load).ifPresent(level -> reader.explainBy(curve, level));
    return reader.known(name + " " + FigureText.exact(load), load);
  }

  /** Whether a pool is shown to carry more load than another; missing if no order is shown. */
  private boolean carriesMore(Arguments call) {
    Curve more = reader.curve(call.text(0));
    Curve less = reader.curve(call.text(1));
    if (more.cells().isEmpty() || less.cells().isEmpty()) {
      reader.missing((more.cells().isEmpty() ? more : less).name() + ": not measured");
      return false;
    }
    Optional<Ranking> ranking = ranking(more.cells().get(0), less.cells().get(0));
    String text =
        "capacity of %s %s, of %s %s"
            .formatted(more.name(), estimate(more), less.name(), estimate(less));
    Optional<EstimatedCell> shown = ranking.flatMap(Ranking::carriesMore);
    if (shown.isEmpty()) {
      reader.missing(text + ": ranking not shown");
      return false;
    }
    reader.known(text);
    return shown.get().judged().equals(more.cells().get(0));
  }

  private Optional<Ranking> ranking(JudgedCell one, JudgedCell other) {
    if (rankings == null) {
      rankings = Rankings.of(reader.judged());
    }
    return Rankings.ofPair(rankings, one, other, reader.judged());
  }

  private String estimate(Curve curve) {
    return EstimatedCell.of(curve.cells().get(0), reader.judged())
        .asItWas()
        .map(CapacityEstimate::text)
        .orElse("unknown");
  }

  /** The range of a metric at a pool's capacity, unbounded if the capacity may be higher. */
  private Range atCapacity(Arguments call) {
    Metric metric = metric(call);
    Curve curve = reader.curve(call.text(1));
    Optional<PassedLevel.Spread> capacity = curve.passedLevel();
    Optional<JudgedLevel> level = capacity.flatMap(spread -> curve.at(spread.median()));
    Double value = level.map(at -> Curve.value(metric, at)).orElse(null);
    if (value == null) {
      reader.known(CurveReader.title(metric, curve) + " not measured");
      return new Range(0, ExpressionFunction.UNBOUNDED);
    }
    boolean more = capacity.orElseThrow().maybeMore();
    reader.explainBy(curve, level.orElseThrow());
    reader.known(
        "%s%s %s at %s"
            .formatted(
                CurveReader.title(metric, curve),
                more ? " at least" : "",
                metric.textWithUnit(value),
                curve.load(level.orElseThrow().at())));
    return new Range(value, more ? ExpressionFunction.UNBOUNDED : value);
  }
}
