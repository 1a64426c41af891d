package io.poolbench.report;

import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.report.Table.Field;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A median with its range: {@code 4,000 (3,900..4,100)}; with the number of values where some are
 * unknown or INVALID: {@code 4,000 (3,900..4,100; 2 of 3)}. A load that was measured once shows its
 * value alone.
 */
final class SpreadText {
  static final String BY_COLUMN =
      " Each column is taken by itself: the figures of a row may be of different steps.";

  private static final List<Metric> METRICS =
      Stream.concat(LevelComparison.METRICS.stream(), Stream.of(Metric.MEAN)).sorted().toList();

  private SpreadText() {}

  /** A metric at one level; empty where it was not measured. */
  static String of(RepeatedCell cell, int level, Metric metric) {
    if (!cell.levels().contains(level)) {
      return "";
    }
    LevelResult result = cell.level(level);
    List<StepResult> steps = result.steps();
    if (cell.count() == 1 && steps.size() == 1) {
      return metric.text(steps.get(0));
    }
    return result
        .spread(metric)
        .map(spread -> of(spread, metric::text, Math.max(steps.size(), cell.count())))
        .orElse(FigureText.UNKNOWN);
  }

  /**
   * Formats a spread; {@code of} is the number of possible values, a single one is printed alone.
   */
  static String of(Spread spread, Function<Double, String> text, int of) {
    String median = text.apply(spread.median());
    return of == 1
        ? median
        : median
            + range(text.apply(spread.lowest()), text.apply(spread.highest()), spread.count(), of);
  }

  static String capacity(RepeatedCell cell) {
    if (cell.count() == 1) {
      return cell.capacities().get(0).answer();
    }
    Optional<CapacitySpread> spread = cell.capacity();
    return spread
        .map(
            of ->
                of.answer()
                    + range(
                        FigureText.count(of.lowest()),
                        FigureText.count(of.highest()),
                        of.count(),
                        cell.count()))
        .orElse("unknown");
  }

  /** The range of the lowest failing load, over the repetitions in which a load fails. */
  static String firstFailing(RepeatedCell cell) {
    var failing =
        cell.capacities().stream()
            .map(Capacity::firstFailing)
            .flatMap(Optional::stream)
            .mapToInt(StepResult::level)
            .summaryStatistics();
    if (failing.getCount() == 0) {
      return FigureText.UNKNOWN;
    }
    String lowest = FigureText.count(failing.getMin());
    return failing.getMin() == failing.getMax()
        ? lowest
        : lowest + ".." + FigureText.count(failing.getMax());
  }

  /**
   * The mark of a value, by the verdicts on its level: {@code !} FAIL, {@code ?} INVALID, {@code ~}
   * UNDECIDED.
   */
  static String mark(RepeatedCell cell, int level) {
    List<Verdict.Kind> kinds =
        cell.levels().contains(level) ? cell.level(level).verdicts() : List.of();
    if (kinds.contains(Verdict.Kind.FAIL)) {
      return " !";
    }
    if (kinds.contains(Verdict.Kind.INVALID)) {
      return " ?";
    }
    return kinds.contains(Verdict.Kind.UNDECIDED) ? " ~" : "  ";
  }

  private static String range(String lowest, String highest, int count, int of) {
    return " (" + lowest + ".." + highest + (count < of ? "; " + count + " of " + of : "") + ")";
  }

  static void writeTo(Page page, RepeatedCell cell) {
    String unit = FigureText.unit(cell.cell().load().workload());
    page.heading(2, cell.cell().name() + ", " + cell.count() + " repetitions");
    if (!cell.levels().isEmpty()) {
      page.table(repetitions(cell, unit));
    }
    page.paragraph(
        "Medians over repetitions, without INVALID steps. Max %s within SLA: %s.%s"
            .formatted(unit, capacity(cell), BY_COLUMN));
  }

  /** A row of the table of repetitions: one end, or the median, of the spreads at a level. */
  private record End(String of, LevelResult level, ToDoubleFunction<Spread> end) {
    boolean isFirst() {
      return !of.equals("lowest") && !of.equals("highest");
    }

    String text(Metric metric) {
      return metric.text(level.spread(metric).map(end::applyAsDouble).orElse(null));
    }
  }

  private static Table repetitions(RepeatedCell cell, String unit) {
    List<End> rows = new ArrayList<>();
    for (LevelResult level : cell.levelResults()) {
      rows.add(new End("median of " + level.count(), level, Spread::median));
      if (level.count() > 0) {
        rows.add(new End("lowest", level, Spread::lowest));
        rows.add(new End("highest", level, Spread::highest));
      }
    }
    List<Field<End>> columns = new ArrayList<>();
    columns.add(
        Table.figure(unit, row -> row.isFirst() ? FigureText.count(row.level.level()) : ""));
    columns.add(Table.text("of", End::of));
    METRICS.forEach(metric -> columns.add(Table.figure(metric.heading(), row -> row.text(metric))));
    columns.add(Table.text("verdicts", row -> row.isFirst() ? verdicts(row.level) : ""));
    return Table.of(rows, columns).withKeys(2);
  }

  private static String verdicts(LevelResult level) {
    return FigureText.tally(level.steps().stream().map(StepResult::verdict).map(Verdict::kind));
  }
}
