package io.poolbench.published;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.ExpressionFunction;
import io.poolbench.judge.ExpressionFunction.Arguments;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.Parameter;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Expression functions about the load that a pool carries. */
final class CapacityFunctions {
  /** Above all values, and within the range of the expression language's numbers. */
  private static final double UNBOUNDED = 1e300;

  private final CurveReader reader;

  /** Rankings of all pairs of cells; null until used, because each takes some thousand draws. */
  private List<CapacityRanking> rankings;

  CapacityFunctions(CurveReader reader) {
    this.reader = reader;
  }

  List<ExpressionFunction> all(Parameter pool) {
    Parameter metric = Parameter.metric();
    return List.of(
        ExpressionFunction.number("knee", this::knee, pool),
        ExpressionFunction.number("last", this::last, pool),
        ExpressionFunction.number("capacity", this::capacity, pool),
        ExpressionFunction.number("first_failing", this::firstFailing, pool),
        ExpressionFunction.logical("carries_more", this::carriesMore, pool, pool),
        ExpressionFunction.number("best_known", this::bestKnown, metric, pool.orMore()),
        ExpressionFunction.number("best_possible", this::bestPossible, metric, pool.orMore()));
  }

  private double knee(Arguments call) {
    String pool = call.text(0);
    return Knee.measured(reader.curve(pool))
        .map(users -> reader.known("knee of " + pool + " at " + users, users))
        .orElseGet(() -> reader.missing("knee of " + pool + ": not reached"));
  }

  private double last(Arguments call) {
    String pool = call.text(0);
    return reader.curve(pool).levels().stream()
        .mapToDouble(LevelResult::level)
        .max()
        .orElseGet(() -> reader.missing(pool + ": not measured"));
  }

  private double capacity(Arguments call) {
    String pool = call.text(0);
    return reader
        .curve(pool)
        .capacity()
        .map(of -> reader.known("capacity of " + pool + " " + of.answer(), of.median()))
        .orElseGet(() -> reader.missing("capacity of " + pool + ": unknown"));
  }

  private double firstFailing(Arguments call) {
    Curve curve = reader.curve(call.text(0));
    Optional<Double> level = curve.firstFailingLevel();
    level.flatMap(of -> curve.at(of.intValue())).ifPresent(of -> reader.explainBy(curve, of));
    return level
        .map(of -> reader.known("first failing level of " + curve.name() + " " + of.intValue(), of))
        .orElseGet(
            () -> reader.missing("first failing level of " + curve.name() + ": not measured"));
  }

  /** Whether a pool is shown to carry more load than another; missing if no order is shown. */
  private boolean carriesMore(Arguments call) {
    Curve more = reader.curve(call.text(0));
    Curve less = reader.curve(call.text(1));
    if (more.cells().isEmpty() || less.cells().isEmpty()) {
      reader.missing((more.cells().isEmpty() ? more : less).name() + ": not measured");
      return false;
    }
    CapacityRanking ranking = ranking(more, less);
    String text =
        "capacity of %s %s, of %s %s"
            .formatted(more.name(), estimate(ranking, more), less.name(), estimate(ranking, less));
    if (ranking.answer() != CapacityRanking.Answer.SHOWN) {
      reader.missing(text + ": ranking not shown");
      return false;
    }
    reader.known(text);
    return isOf(ranking.more(), more);
  }

  private CapacityRanking ranking(Curve one, Curve other) {
    if (rankings == null) {
      rankings = CapacityRanking.of(CapacityRanking.estimates(reader.curves().result()));
    }
    return rankings.stream()
        .filter(
            of ->
                (isOf(of.more(), one) && isOf(of.less(), other))
                    || (isOf(of.more(), other) && isOf(of.less(), one)))
        .findFirst()
        .orElseGet(
            () ->
                CapacityRanking.of(
                    reader.curves().result(), new RepeatedCell(one.cells()),
                    reader.curves().result(), new RepeatedCell(other.cells())));
  }

  private static boolean isOf(EstimatedCell cell, Curve curve) {
    return cell.cell().cell().name().equals(curve.cells().get(0).cell().name());
  }

  private static String estimate(CapacityRanking ranking, Curve curve) {
    return (isOf(ranking.more(), curve) ? ranking.more() : ranking.less())
        .estimate()
        .map(CapacityEstimate::text)
        .orElse("unknown");
  }

  private double bestKnown(Arguments call) {
    return atCapacity(call).mapToDouble(Best::atLeast).max().orElseThrow();
  }

  private double bestPossible(Arguments call) {
    return atCapacity(call).mapToDouble(Best::atMost).max().orElseThrow();
  }

  private Stream<Best> atCapacity(Arguments call) {
    return call.texts(1).stream()
        .map(pool -> atCapacity(MetricFunctions.metric(call), reader.curve(pool)));
  }

  /** A metric at a pool's capacity, or at the highest level known to be within the SLA. */
  private Best atCapacity(Metric metric, Curve curve) {
    Optional<CapacitySpread> capacity = curve.capacity();
    Optional<LevelResult> level = capacity.flatMap(of -> curve.at(of.median()));
    Double value = level.map(of -> of.median(metric)).orElse(null);
    if (value == null) {
      reader.known(CurveReader.title(metric, curve) + " not measured");
      return new Best(0, UNBOUNDED);
    }
    boolean more = capacity.orElseThrow().maybeMore();
    reader.explainBy(curve, level.orElseThrow());
    reader.known(
        "%s%s %s at %s"
            .formatted(
                CurveReader.title(metric, curve),
                more ? " at least" : "",
                CurveReader.text(metric, value),
                curve.load(level.orElseThrow().level())));
    return new Best(value, more ? UNBOUNDED : value);
  }

  private record Best(double atLeast, double atMost) {}
}
