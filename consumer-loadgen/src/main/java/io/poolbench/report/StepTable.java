package io.poolbench.report;

import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.report.Table.Field;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The SLA table of a cell: a row per step by rising load, followed by a row per group of users and
 * per phase, with the reasons for verdicts and blanks.
 */
final class StepTable {
  /** Outcomes other than OK, shown where a step has any. */
  private static final List<Metric> COUNTS =
      List.of(Metric.REJECTED, Metric.TIMEOUT, Metric.ERROR, Metric.UNSENT);

  /** With more steps than these, a note gives only their number. */
  private static final int MAX_NAMED = 3;

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

  /** The column of a metric, left out where unknown. */
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
            .map(this::gap)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    if (!gaps.isEmpty()) {
      page.paragraph(gaps);
    }
    List<StepResult> resized = steps.stream().filter(StepTable::isResized).toList();
    if (!resized.isEmpty()) {
      page.paragraph(
          "pool resized within the window: "
              + (resized.size() > MAX_NAMED ? count(resized) : named(resized, this::resize)));
    }
  }

  private String resize(StepResult step) {
    return "%s %s to %s threads"
        .formatted(
            load(step), Metric.POOL_THREADS_BEFORE.text(step), Metric.POOL_THREADS.text(step));
  }

  /** Whether the number of threads changed in the window; false if unknown. */
  private static boolean isResized(StepResult step) {
    Double before = Metric.POOL_THREADS_BEFORE.of(step);
    Double after = Metric.POOL_THREADS.of(step);
    return before != null && after != null && !before.equals(after);
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

  /** Why a percentile is blank, such as {@code TP999 needs 10,000 calls: 8 users had 4,000}. */
  private Optional<String> gap(Percentile percentile) {
    List<StepResult> without =
        steps.stream().filter(step -> !percentile.hasEnough(step.calls().ok())).toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String had =
        without.size() > MAX_NAMED
            ? count(without) + " had " + range(without)
            : named(without, step -> load(step) + " had " + FigureText.count(step.calls().ok()));
    return Optional.of(
        "%s needs %s calls: %s"
            .formatted(percentile.name(), FigureText.count(percentile.callsNeeded()), had));
  }

  private static String range(List<StepResult> without) {
    var had = without.stream().mapToLong(step -> step.calls().ok()).summaryStatistics();
    return FigureText.count(had.getMin()) + ".." + FigureText.count(had.getMax());
  }

  private String load(StepResult step) {
    return FigureText.load(cell.cell().load().workload(), step.level());
  }

  private String count(List<StepResult> some) {
    return some.size() + " of " + steps.size() + " steps";
  }

  private static String named(List<StepResult> some, Function<StepResult, String> name) {
    return some.stream().map(name).collect(Collectors.joining(", "));
  }
}
