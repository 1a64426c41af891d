package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of a table that has a row per step.
 *
 * @param text what it says of a step
 * @param whereKnown whether the column is left out where it says nothing of any step
 */
record StepColumn(Column column, Function<StepResult, String> text, boolean whereKnown) {
  /** A column that is always there. */
  static StepColumn always(String title, Function<StepResult, String> text) {
    return new StepColumn(Column.figure(title), text, false);
  }

  /** A column that is there where it is known. */
  static StepColumn whereKnown(String title, Function<StepResult, String> text) {
    return new StepColumn(Column.figure(title), text, true);
  }

  /** The load, by what its levels count. */
  static StepColumn level(Workload workload) {
    return always(FigureText.unit(workload), step -> FigureText.count(step.level()));
  }

  /** Figures that belong together, such as a mean and a percentile; unknown where all are. */
  static String beside(String... figures) {
    List<String> texts = List.of(figures);
    return texts.stream().allMatch(FigureText.UNKNOWN::equals)
        ? FigureText.UNKNOWN
        : String.join(" / ", texts);
  }

  /** The table; empty where all that it would tell is the load. */
  static Optional<Table> table(List<StepColumn> columns, List<StepResult> steps) {
    List<StepColumn> told = new ArrayList<>(columns);
    told.removeIf(column -> column.whereKnown && !column.knows(steps));
    if (told.size() <= 1 || steps.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Table(
            told.stream().map(StepColumn::column).toList(),
            steps.stream()
                .map(step -> told.stream().map(column -> column.text.apply(step)).toList())
                .toList()));
  }

  private boolean knows(List<StepResult> steps) {
    return steps.stream().map(text).anyMatch(said -> !said.equals(FigureText.UNKNOWN));
  }
}
