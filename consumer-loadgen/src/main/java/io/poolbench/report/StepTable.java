package io.poolbench.report;

import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.report.Table.Field;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The SLA table of a cell: a row per step by rising load, followed by a row per group of users and
 * per phase, with the reasons for verdicts and blanks.
 */
final class StepTable {
  /** Outcomes other than OK, shown where a step has any. */
  private static final List<Metric> COUNTS =
      List.of(Metric.REJECTED, Metric.TIMEOUT, Metric.ERROR, Metric.UNSENT);

  private final CellResult cell;
  private final List<StepResult> steps;

  /** The first field of the rows of groups and phases; by identity, since two rows may be equal. */
  private final IdentityHashMap<StepResult, String> parts = new IdentityHashMap<>();

  private final List<StepResult> rows = new ArrayList<>();
  private final List<String> reasons;

  StepTable(CellResult cell) {
    this.cell = cell;
    this.steps = cell.stepsByLevel();
    for (StepResult step : steps) {
      rows.add(step);
      for (GroupResult group : step.groups()) {
        part("  " + group.name() + " " + FigureText.count(group.figures().level()), step.of(group));
      }
      for (PhaseResult phase : step.phases()) {
        part("  " + PhaseTable.name(phase), step.of(phase));
      }
    }
    this.reasons =
        rows.stream()
            .filter(row -> row.groups().isEmpty() && row.phases().isEmpty())
            .map(row -> ViolationText.of(row.verdict()))
            .filter(reason -> !reason.isEmpty())
            .distinct()
            .toList();
  }

  private void part(String name, StepResult row) {
    rows.add(row);
    parts.put(row, name);
  }

  static Field<StepResult> level(Workload workload) {
    return Table.figure(FigureText.unit(workload), step -> FigureText.count(step.level()));
  }

  static Field<StepResult> column(Metric metric) {
    return column(metric.heading(), metric);
  }

  /** A column of related metrics, such as a mean and a percentile, left out where unknown. */
  static Field<StepResult> column(String title, Metric... metrics) {
    return Table.known(
        Table.figure(
            title,
            step -> {
              List<String> texts = Arrays.stream(metrics).map(of -> of.text(step)).toList();
              return texts.stream().allMatch(FigureText.UNKNOWN::equals)
                  ? FigureText.UNKNOWN
                  : String.join(" / ", texts);
            }));
  }

  /** Writes nothing where no step was measured. */
  void writeTo(Page page) {
    if (rows.isEmpty()) {
      return;
    }
    page.table(Table.of(rows, columns()));
    if (!reasons.isEmpty()) {
      page.notes(reasons);
    }
    String gaps =
        LevelComparison.METRICS.stream()
            .flatMap(metric -> metric.percentile().stream())
            .filter(of -> steps.stream().anyMatch(step -> !of.hasEnough(step.calls().ok())))
            .map(of -> of.name() + " needs " + FigureText.count(of.callsNeeded()) + " calls")
            .collect(Collectors.joining("; "));
    if (!gaps.isEmpty()) {
      page.paragraph(gaps);
    }
  }

  private List<Field<StepResult>> columns() {
    List<Field<StepResult>> columns = new ArrayList<>();
    Workload workload = cell.cell().load().workload();
    columns.add(
        parts.isEmpty()
            ? level(workload)
            : Table.text(
                FigureText.unit(workload),
                row -> parts.getOrDefault(row, FigureText.count(row.level()))));
    for (Metric metric : LevelComparison.METRICS) {
      columns.add(Table.figure(metric.heading(), step -> metric.text(step)));
    }
    COUNTS.stream()
        .filter(count -> steps.stream().anyMatch(step -> count.of(step) > 0))
        .forEach(count -> columns.add(column(count)));
    columns.add(Table.text("verdict", this::verdict));
    return columns;
  }

  private String verdict(StepResult step) {
    int note = reasons.indexOf(ViolationText.of(step.verdict())) + 1;
    return step.verdict().kind() + (note == 0 ? "" : " (" + note + ")");
  }
}
