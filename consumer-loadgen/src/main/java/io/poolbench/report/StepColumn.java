package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of a table with a row per step.
 *
 * @param whereKnown whether the column is left out where it is unknown for every step
 */
record StepColumn(Column column, Function<StepResult, String> text, boolean whereKnown) {
  /** The load, in the unit of its levels. */
  static StepColumn level(Workload workload) {
    return new StepColumn(
        Column.figure(FigureText.unit(workload)), step -> FigureText.count(step.level()), false);
  }

  /** A metric, left out where unknown. */
  static StepColumn of(Metric metric) {
    return new StepColumn(Column.figure(metric.heading()), metric::text, true);
  }

  /** Related metrics, such as a mean and a percentile, left out where unknown. */
  static StepColumn of(String title, Metric... metrics) {
    return new StepColumn(
        Column.figure(title),
        step -> beside(Arrays.stream(metrics).map(metric -> metric.text(step)).toList()),
        true);
  }

  /** The same column, shown even where it is unknown for every step. */
  StepColumn always() {
    return new StepColumn(column, text, false);
  }

  private static String beside(List<String> texts) {
    return texts.stream().allMatch(FigureText.UNKNOWN::equals)
        ? FigureText.UNKNOWN
        : String.join(" / ", texts);
  }

  /** The table; empty where it would have no column except the load. */
  static Optional<Table> table(List<StepColumn> columns, List<StepResult> steps) {
    List<StepColumn> shown = new ArrayList<>(columns);
    shown.removeIf(column -> column.whereKnown && !column.isKnown(steps));
    if (shown.size() <= 1 || steps.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Table(
            shown.stream().map(StepColumn::column).toList(),
            steps.stream()
                .map(step -> shown.stream().map(column -> column.text.apply(step)).toList())
                .toList()));
  }

  private boolean isKnown(List<StepResult> steps) {
    return steps.stream().map(text).anyMatch(shown -> !shown.equals(FigureText.UNKNOWN));
  }
}
