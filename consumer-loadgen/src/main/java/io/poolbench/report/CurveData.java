package io.poolbench.report;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.limits.SampledLoad;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.PublishedRow;
import io.poolbench.report.LimitText.SiteTime;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A cell over its load levels, as the scripts of a page read it: a list per field, in the order of
 * {@code levels}. Texts have no control characters; they may contain markup.
 *
 * @param unit what levels count: {@code users} or {@code requests/s}
 * @param levels by rising load
 * @param reasons empty where a level passed
 * @param samples the number of steps of each level
 * @param metrics by id of {@link Metric}; without those that are unknown at every level
 * @param timelines of the steps that have one
 * @param sites the time of calls by site; empty where it is not known
 */
record CurveData(
    String name,
    String unit,
    String sla,
    List<Limit> limits,
    CapacityBar capacity,
    List<Integer> levels,
    List<Verdict.Kind> verdicts,
    List<String> reasons,
    List<Integer> samples,
    Map<String, SpreadColumns> metrics,
    List<Spectrum> spectra,
    List<PublishedPoint> published,
    List<StepTimeline> timelines,
    List<SiteTime> sites) {
  private static final MathContext DIGITS = new MathContext(5);

  record Limit(String metric, double limit, String text) {}

  /** A published value, in the metric's unit, at the load at which it was published. */
  record PublishedPoint(int level, String metric, double value) {}

  /** A metric by level; null where unknown. The range is null if no level has several values. */
  record SpreadColumns(List<Double> median, List<Double> lowest, List<Double> highest) {}

  static CurveData of(StudyResult result, EstimatedCell estimated) {
    return of(result, estimated, List.of());
  }

  static CurveData of(StudyResult result, EstimatedCell estimated, List<StepTimeline> timelines) {
    RepeatedCell repeated = estimated.cell();
    Cell cell = repeated.cell();
    List<LevelResult> levels = repeated.levelResults();
    return new CurveData(
        PlainText.line(cell.name()),
        FigureText.unit(cell.load().workload()),
        PlainText.line(FigureText.sla(cell.sla())),
        cell.sla().bounds().stream().map(CurveData::limit).toList(),
        CapacityBar.of(estimated),
        levels.stream().map(LevelResult::level).toList(),
        levels.stream().map(LevelResult::verdict).toList(),
        levels.stream().map(CurveData::reason).toList(),
        levels.stream().map(level -> drawn(level).size()).toList(),
        metrics(levels),
        Spectrum.chosen(repeated),
        published(result, cell),
        timelines,
        sites(repeated, levels));
  }

  /** The time of calls by site; empty where not all levels were sampled. */
  private static List<SiteTime> sites(RepeatedCell cell, List<LevelResult> levels) {
    List<SampledLoad> loads = SampledLoad.of(cell);
    return loads.size() == levels.size() ? LimitText.times(loads) : List.of();
  }

  /** The published values of a cell's pool; empty where the cell names no table. */
  private static List<PublishedPoint> published(StudyResult result, Cell cell) {
    return result.published().stream()
        .flatMap(PublishedRow::of)
        .filter(row -> row.isAbout(cell) && row.level().isPresent())
        .flatMap(row -> row.columns().stream().flatMap(column -> point(row, column).stream()))
        .toList();
  }

  private static Optional<PublishedPoint> point(PublishedRow row, PublishedColumn column) {
    int level = row.level().orElseThrow();
    return column.metric() == null
        ? Optional.empty()
        : row.value(column).map(value -> new PublishedPoint(level, column.metric().id(), value));
  }

  private static Limit limit(Sla.Bound bound) {
    return new Limit(bound.metric(), bound.limit(), FigureText.bound(bound));
  }

  /** The steps that are drawn for a level: INVALID ones only where there is no other. */
  static List<StepResult> drawn(LevelResult level) {
    return level.isValid() ? level.valid() : level.steps();
  }

  /** The reasons of the steps with the level's verdict; if none has it, those of the level. */
  private static String reason(LevelResult level) {
    Verdict judgement = level.judgement();
    String ofSteps =
        level.steps().stream()
            .map(StepResult::verdict)
            .filter(verdict -> verdict.kind() == judgement.kind())
            .map(ViolationText::of)
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    return PlainText.line(ofSteps.isEmpty() ? ViolationText.of(judgement) : ofSteps);
  }

  private static Map<String, SpreadColumns> metrics(List<LevelResult> levels) {
    Map<String, SpreadColumns> metrics = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      List<Spread> spreads = levels.stream().map(level -> spread(level, metric)).toList();
      if (spreads.stream().anyMatch(Objects::nonNull)) {
        boolean spread = spreads.stream().anyMatch(of -> of != null && of.count() > 1);
        metrics.put(
            metric.id(),
            new SpreadColumns(
                column(spreads, Spread::median),
                spread ? column(spreads, Spread::lowest) : null,
                spread ? column(spreads, Spread::highest) : null));
      }
    }
    return metrics;
  }

  private static Spread spread(LevelResult level, Metric metric) {
    return Spread.of(metric, drawn(level)).orElse(null);
  }

  private static List<Double> column(List<Spread> spreads, Function<Spread, Double> of) {
    return spreads.stream().map(s -> s == null ? null : rounded(of.apply(s))).toList();
  }

  /** Rounds to more digits than a chart shows. */
  static Double rounded(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }

  /**
   * Capacity as a bar: max load within the SLA, with the estimate as a mark on its interval.
   *
   * @param maybeMore whether higher loads were not measured, or are INVALID or UNDECIDED
   * @param lowest of the repetitions; 0 where unknown
   * @param level the median of the repetitions; 0 where unknown
   * @param highest of the repetitions; 0 where unknown
   * @param text such as {@code 24}, {@code at least 24}, {@code none}, {@code unknown}
   * @param estimate null where there is none
   * @param undisturbed the estimate for the undisturbed host; null where there is none
   */
  record CapacityBar(
      boolean maybeMore,
      int lowest,
      int level,
      int highest,
      String text,
      Estimate estimate,
      Estimate undisturbed) {
    /**
     * The estimated capacity, limited to the measured levels.
     *
     * @param load null below the lowest or beyond the highest level
     * @param lower the interval's lower end; 0 below the lowest level
     * @param upper the interval's upper end, the highest level at most
     * @param text the estimate with its interval
     */
    record Estimate(Double load, double lower, double upper, String text) {
      static Estimate of(CapacityEstimate of) {
        return new Estimate(
            Double.isInfinite(of.load()) ? null : rounded(of.load()),
            within(of, of.interval().lower()),
            within(of, of.interval().upper()),
            of.text());
      }

      private static double within(CapacityEstimate of, double end) {
        return rounded(Math.max(0, Math.min(of.highestLevel(), end)));
      }
    }

    CapacityBar {
      Objects.requireNonNull(text, "text");
    }

    static CapacityBar of(EstimatedCell cell) {
      Optional<CapacitySpread> spread = cell.cell().capacity();
      return new CapacityBar(
          spread.map(CapacitySpread::maybeMore).orElse(false),
          spread.map(CapacitySpread::lowest).orElse(0),
          spread.map(CapacitySpread::median).orElse(0),
          spread.map(CapacitySpread::highest).orElse(0),
          spread.map(CapacitySpread::answer).orElse("unknown"),
          cell.estimate().map(Estimate::of).orElse(null),
          cell.undisturbed().map(Estimate::of).orElse(null));
    }
  }
}
