package io.poolbench.published;

import io.poolbench.expression.ExpressionFunction;
import io.poolbench.expression.ExpressionFunction.Arguments;
import io.poolbench.expression.Parameter;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.CapacityRanking;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.EstimatedCell;
import io.poolbench.sla.LevelResult;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Publication;
import io.poolbench.spec.PublishedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The functions of expressions over a result.
 *
 * <p>A missing value is recorded as such and stands in as {@value #STAND_IN}: what an expression
 * yields then has no meaning.
 */
final class ResultFunctions {
  private static final double STAND_IN = 1;

  /** Above all values, and within the range of decimal numbers. */
  private static final double UNBOUNDED = 1e300;

  /** How far a value per user may be from the mean over all levels of a line, in percent. */
  private static final double LINE_BAND_PCT = 10;

  private static final int LINE_MIN_LEVELS = 3;

  private final Curves selected;
  private final Map<String, Curve> curves = new HashMap<>();
  private final List<Publication> publications;
  private final Map<String, Publication.Band> bands = new LinkedHashMap<>();
  private final Reads reads;
  private final DrawnValues values;

  /** Of all pairs of cells; null until one is asked for, as each takes some thousand draws. */
  private List<CapacityRanking> rankings;

  /**
   * Functions that record what they read.
   *
   * @param curves null where expressions are only checked
   * @param publications whose tables and bands expressions may name
   * @param values what the measured values are drawn by
   */
  ResultFunctions(Curves curves, List<Publication> publications, Reads reads, DrawnValues values) {
    this.selected = curves;
    this.values = values;
    this.publications = List.copyOf(publications);
    publications.forEach(publication -> bands.putAll(publication.bands()));
    this.reads = reads;
  }

  /**
   * All of them.
   *
   * @param pool the parameter that selects a pool
   */
  List<ExpressionFunction> all(Parameter pool) {
    Parameter metric = Parameter.metric();
    Parameter level = Parameter.number("level");
    Parameter from = Parameter.number("from");
    Parameter to = Parameter.number("to");
    Parameter band = Parameter.oneOf("band", bands.keySet());
    List<ExpressionFunction> all = new ArrayList<>();
    for (Metric each : Metric.values()) {
      all.add(
          ExpressionFunction.number(
              each.id(),
              call -> at(each, call.text(0), call.optionalNumber(1)),
              pool,
              level.optional()));
    }
    all.addAll(
        List.of(
            ExpressionFunction.number("peak", this::peak, metric, pool),
            ExpressionFunction.number("highest", this::highest, metric, pool, from, to),
            ExpressionFunction.logical(
                "linear", this::linear, metric, pool, from, to, Parameter.number("slack")),
            ExpressionFunction.number("knee", this::knee, pool),
            ExpressionFunction.number("last", this::last, pool),
            ExpressionFunction.number("capacity", this::capacity, pool),
            ExpressionFunction.number("first_failing", this::firstFailing, pool),
            ExpressionFunction.logical("carries_more", this::carriesMore, pool, pool),
            ExpressionFunction.logical(
                "capacity_within", this::capacityWithin, pool, Parameter.number("value"), band),
            ExpressionFunction.number("best_known", this::bestKnown, metric, pool.orMore()),
            ExpressionFunction.number("best_possible", this::bestPossible, metric, pool.orMore()),
            ExpressionFunction.logical(
                "within",
                call -> band(call.text(2)).agrees(call.number(1), call.number(0)),
                Parameter.number("measured"),
                Parameter.number("published"),
                band),
            ExpressionFunction.number("published", this::published, metric, pool, level),
            ExpressionFunction.logical("agrees", this::agrees, metric, pool, level)));
    return all;
  }

  /**
   * A metric at a level.
   *
   * @param level null: the only one
   */
  private double at(Metric metric, String pool, Double level) {
    Curve curve = curve(pool);
    if (level == null) {
      return curve
          .onlyLevel()
          .map(of -> read(metric, curve, of))
          .orElseGet(() -> missing(curve.withoutOnlyLevel()));
    }
    return curve
        .at(level.intValue())
        .filter(LevelResult::isValid)
        .map(of -> read(metric, curve, of))
        .orElseGet(() -> missing(pool + " at " + curve.missing(level.intValue())));
  }

  private double read(Metric metric, Curve curve, LevelResult level) {
    explainBy(curve, level);
    String name = title(metric, curve) + " at " + curve.load(level.level());
    Double value = level.median(metric);
    return value == null
        ? missing(name + ": unknown")
        : known(
            name + " " + text(metric, value) + values.interval(metric, curve, level),
            values.value(metric, curve, level, value));
  }

  private void explainBy(Curve curve, LevelResult level) {
    reads.level(Breakdown.of(curve, level));
  }

  private static String title(Metric metric, Curve curve) {
    return metric.title() + " of " + curve.name();
  }

  private static String text(Metric metric, double value) {
    String symbol = metric == Metric.TPS ? "" : metric.unit().symbol();
    return metric.text(value) + (symbol.isEmpty() ? "" : " " + symbol);
  }

  private double peak(Arguments call) {
    Metric metric = metric(call);
    Curve curve = curve(call.text(1));
    return Curve.highest(metric, curve.levels())
        .map(level -> read(metric, curve, level))
        .orElseGet(() -> missing(curve.name() + ": not measured"));
  }

  private double highest(Arguments call) {
    Metric metric = metric(call);
    Curve curve = curve(call.text(1));
    List<LevelResult> levels = curve.upTo((int) call.number(3));
    if (levels.isEmpty() || levels.get(levels.size() - 1).level() < call.number(2)) {
      return missing(title(metric, curve) + ": " + range(call) + " not measured");
    }
    explainBy(curve, levels.get(0));
    return Curve.highest(metric, levels)
        .map(level -> read(metric, curve, level))
        .orElseGet(() -> missing(title(metric, curve) + ": unknown"));
  }

  private static String range(Arguments call) {
    return "from " + (int) call.number(2) + " to " + (int) call.number(3);
  }

  /** Whether a metric is in proportion to the load, but for a slack in the metric's unit. */
  private boolean linear(Arguments call) {
    Metric metric = metric(call);
    Curve curve = curve(call.text(1));
    List<LevelResult> levels =
        curve.upTo((int) call.number(3)).stream()
            .filter(level -> level.median(metric) != null)
            .toList();
    String name = title(metric, curve);
    if (levels.size() < LINE_MIN_LEVELS || levels.get(levels.size() - 1).level() < call.number(2)) {
      missing(
          "%s: %s valid levels (limit %s, one of them %s)"
              .formatted(name, levels.size(), LINE_MIN_LEVELS, range(call)));
      return false;
    }
    explainBy(curve, levels.get(0));
    explainBy(curve, levels.get(levels.size() - 1));
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
    reads.known(
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

  private double knee(Arguments call) {
    String pool = call.text(0);
    return Knee.measured(curve(pool))
        .map(users -> known("knee of " + pool + " at " + users, users))
        .orElseGet(() -> missing("knee of " + pool + ": not reached"));
  }

  private double last(Arguments call) {
    String pool = call.text(0);
    return curve(pool).levels().stream()
        .mapToDouble(LevelResult::level)
        .max()
        .orElseGet(() -> missing(pool + ": not measured"));
  }

  private double capacity(Arguments call) {
    String pool = call.text(0);
    return curve(pool)
        .capacity()
        .map(of -> known("capacity of " + pool + " " + of.answer(), of.median()))
        .orElseGet(() -> missing("capacity of " + pool + ": unknown"));
  }

  private double firstFailing(Arguments call) {
    Curve curve = curve(call.text(0));
    Optional<Double> level = curve.firstFailingLevel();
    level.flatMap(of -> curve.at(of.intValue())).ifPresent(of -> explainBy(curve, of));
    return level
        .map(of -> known("first failing level of " + curve.name() + " " + of.intValue(), of))
        .orElseGet(() -> missing("first failing level of " + curve.name() + ": not measured"));
  }

  /** Whether a pool is shown to carry more load than another; missing where neither is. */
  private boolean carriesMore(Arguments call) {
    Curve more = curve(call.text(0));
    Curve less = curve(call.text(1));
    if (more.cells().isEmpty() || less.cells().isEmpty()) {
      missing((more.cells().isEmpty() ? more : less).name() + ": not measured");
      return false;
    }
    CapacityRanking ranking = ranking(more, less);
    String text =
        "capacity of %s %s, of %s %s"
            .formatted(more.name(), estimate(ranking, more), less.name(), estimate(ranking, less));
    if (ranking.answer() != CapacityRanking.Answer.SHOWN) {
      missing(text + ": ranking not shown");
      return false;
    }
    reads.known(text);
    return isOf(ranking.more(), more);
  }

  /** As the result is printed with it: beside those of all other pairs, where they are cells. */
  private CapacityRanking ranking(Curve one, Curve other) {
    if (rankings == null) {
      rankings = CapacityRanking.of(CapacityRanking.estimates(selected.result()));
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
                    selected.result(), new RepeatedCell(one.cells()),
                    selected.result(), new RepeatedCell(other.cells())));
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

  private boolean capacityWithin(Arguments call) {
    Curve curve = curve(call.text(0));
    CapacityAgreement of = CapacityAgreement.of(curve, call.number(1), band(call.text(2)));
    curve.at((int) call.number(1)).ifPresent(level -> explainBy(curve, level));
    if (!of.isDecided()) {
      missing(curve.name() + ": " + of.text());
      return false;
    }
    reads.known(curve.name() + ": " + of.text());
    return of.status() == AgreementStatus.AGREES;
  }

  private double bestKnown(Arguments call) {
    return atCapacity(call).mapToDouble(Best::atLeast).max().orElseThrow();
  }

  private double bestPossible(Arguments call) {
    return atCapacity(call).mapToDouble(Best::atMost).max().orElseThrow();
  }

  private Stream<Best> atCapacity(Arguments call) {
    return call.texts(1).stream().map(pool -> atCapacity(metric(call), curve(pool)));
  }

  /** A metric at a pool's capacity, or at the highest level known to be within the SLA. */
  private Best atCapacity(Metric metric, Curve curve) {
    Optional<CapacitySpread> capacity = curve.capacity();
    Optional<LevelResult> level = capacity.flatMap(of -> curve.at(of.median()));
    Double value = level.map(of -> of.median(metric)).orElse(null);
    if (value == null) {
      reads.known(title(metric, curve) + " not measured");
      return new Best(0, UNBOUNDED);
    }
    boolean more = capacity.orElseThrow().maybeMore();
    explainBy(curve, level.orElseThrow());
    reads.known(
        "%s%s %s at %s"
            .formatted(
                title(metric, curve),
                more ? " at least" : "",
                text(metric, value),
                curve.load(level.orElseThrow().level())));
    return new Best(value, more ? UNBOUNDED : value);
  }

  private record Best(double atLeast, double atMost) {}

  private double published(Arguments call) {
    return publishedValue(call).map(PublishedValue::value).orElse(STAND_IN);
  }

  private boolean agrees(Arguments call) {
    double measured = at(metric(call), call.text(1), Double.valueOf(call.number(2)));
    Curve curve = curve(call.text(1));
    curve
        .at((int) call.number(2))
        .flatMap(level -> curve.otherSpeed(level, selected.result().calibration()))
        .ifPresent(this::missing);
    return publishedValue(call)
        .map(published -> published.band().agrees(published.value(), measured))
        .orElse(false);
  }

  private record PublishedValue(double value, Band band) {}

  /** A published value of a pool at a level, recorded as missing where there is none. */
  private Optional<PublishedValue> publishedValue(Arguments call) {
    Optional<PublishedValue> value =
        publications.stream()
            .flatMap(
                publication ->
                    publication.tables().stream()
                        .flatMap(table -> publishedValues(publication, table, call)))
            .findFirst();
    if (value.isEmpty()) {
      String metric = call.text(0);
      missing("no published " + metric + " of " + call.text(1) + " at " + (int) call.number(2));
    }
    return value;
  }

  /** By the rows about the table, threads and level of the call. */
  private static Stream<PublishedValue> publishedValues(
      Publication publication, PublishedTable table, Arguments call) {
    List<PublishedColumn> columns =
        PublishedColumn.of(publication, table).stream()
            .filter(column -> column.id().equals(call.text(0)))
            .toList();
    return PublishedRow.of(publication, table).stream()
        .filter(row -> row.isSelectedBy(call.text(1)))
        .filter(row -> row.level().orElse(-1) == (int) call.number(2))
        .flatMap(row -> columns.stream().flatMap(column -> value(row, column).stream()));
  }

  private static Optional<PublishedValue> value(PublishedRow row, PublishedColumn column) {
    return row.value(column).map(value -> new PublishedValue(value, column.band()));
  }

  private Band band(String name) {
    return new Band(name, bands.get(name));
  }

  /** Built once: many draws read it. */
  private Curve curve(String pool) {
    return curves.computeIfAbsent(pool, selected::of);
  }

  private static Metric metric(Arguments call) {
    return Metric.of(call.text(0)).orElseThrow();
  }

  private double known(String text, double value) {
    reads.known(text);
    return value;
  }

  private double missing(String text) {
    reads.missing(text);
    return STAND_IN;
  }
}
