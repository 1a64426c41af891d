package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The SLA table of a cell: a row per step by rising load, and below it the reasons behind verdicts
 * and gaps.
 */
final class StepTable {
  /** How many steps are told one by one. */
  private static final int MOST_NAMED = 3;

  private final CellResult cell;
  private final List<StepResult> steps;
  private final List<String> reasons;

  StepTable(CellResult cell) {
    this.cell = cell;
    this.steps = cell.stepsByLevel();
    this.reasons =
        steps.stream()
            .map(step -> step.verdict().reason())
            .filter(reason -> !reason.isEmpty())
            .distinct()
            .toList();
  }

  void writeTo(Page page) throws IOException {
    Optional<Table> table = StepColumn.table(columns(), steps);
    if (table.isEmpty()) {
      return;
    }
    page.table(table.get());
    if (!reasons.isEmpty()) {
      page.notes(reasons);
    }
    String gaps =
        Arrays.stream(Percentile.values())
            .map(this::gap)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    if (!gaps.isEmpty()) {
      page.paragraph(gaps);
    }
    List<StepResult> unsettled =
        steps.stream().filter(step -> Boolean.FALSE.equals(step.stability().settled())).toList();
    if (!unsettled.isEmpty()) {
      page.paragraph(
          "NOT settled: "
              + (unsettled.size() > MOST_NAMED ? count(unsettled) : named(unsettled, this::load)));
    }
  }

  private List<StepColumn> columns() {
    List<StepColumn> columns = new ArrayList<>();
    columns.add(StepColumn.level(cell.cell().load().workload()));
    columns.add(StepColumn.always("TPS", step -> FigureText.measure(step.tps())));
    for (Percentile percentile : Percentile.values()) {
      columns.add(
          StepColumn.always(
              percentile.name() + " ms",
              step -> FigureText.measure(percentile.millis(step.latency()))));
    }
    columns.add(StepColumn.always("CPU %", step -> FigureText.pct(step.provider().cpuPct())));
    columns.add(
        StepColumn.always(
            "us/call", step -> FigureText.measure(step.provider().cpuMicrosPerCall())));
    columns.add(
        StepColumn.always(
            "avail %", step -> FigureText.availability(step.calls().availabilityPct())));
    addWhereAny(columns, "rejected", Calls::rejected);
    addWhereAny(columns, "timeout", Calls::timeout);
    addWhereAny(columns, "error", Calls::error);
    addWhereAny(columns, "unsent", Calls::unsent);
    columns.add(new StepColumn(Column.text("verdict"), this::verdict, false));
    return columns;
  }

  private void addWhereAny(List<StepColumn> columns, String title, ToLongFunction<Calls> calls) {
    if (steps.stream().anyMatch(step -> calls.applyAsLong(step.calls()) > 0)) {
      columns.add(
          StepColumn.always(title, step -> FigureText.count(calls.applyAsLong(step.calls()))));
    }
  }

  private String verdict(StepResult step) {
    int note = reasons.indexOf(step.verdict().reason()) + 1;
    return step.verdict().kind() + (note == 0 ? "" : " (" + note + ")");
  }

  /** Why a percentile is left out, such as {@code TP999 needs 10,000 calls: 8 users had 4,000}. */
  private Optional<String> gap(Percentile percentile) {
    List<StepResult> without =
        steps.stream().filter(step -> !percentile.isToldBy(step.calls().ok())).toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String had =
        without.size() > MOST_NAMED
            ? count(without) + " had " + range(without)
            : named(without, step -> load(step) + " had " + FigureText.count(step.calls().ok()));
    return Optional.of(
        percentile.name()
            + " needs "
            + FigureText.count(percentile.callsNeeded())
            + " calls: "
            + had);
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
