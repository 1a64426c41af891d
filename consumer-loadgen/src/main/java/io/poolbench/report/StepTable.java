package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.Calls;
import io.poolbench.result.FigureText;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The SLA table of a cell: a row per step, and the reasons that its verdicts refer to. */
final class StepTable {
  private final List<StepResult> steps;
  private final List<String> notes;

  StepTable(List<StepResult> steps) {
    this.steps = steps;
    this.notes =
        steps.stream()
            .map(step -> step.verdict().reason())
            .filter(reason -> !reason.isEmpty())
            .distinct()
            .toList();
  }

  /** Why steps fail or say nothing, in the order of their numbers. */
  List<String> notes() {
    return notes;
  }

  Table table() {
    List<Cells> columns = new ArrayList<>();
    columns.add(figure("users", step -> FigureText.count(step.level())));
    columns.add(figure("TPS", step -> FigureText.measure(step.tps())));
    for (Percentile percentile : Percentile.values()) {
      columns.add(
          figure(
              percentile.name() + " ms",
              step -> FigureText.measure(percentile.millis(step.latency()))));
    }
    columns.add(figure("CPU %", step -> FigureText.pct(step.provider().cpuPct())));
    columns.add(figure("us/call", step -> FigureText.measure(step.provider().cpuMicrosPerCall())));
    columns.add(figure("avail %", step -> FigureText.availability(step.calls().availabilityPct())));
    addWhereAny(columns, "rejected", Calls::rejected);
    addWhereAny(columns, "timeout", Calls::timeout);
    addWhereAny(columns, "error", Calls::error);
    columns.add(new Cells(Column.text("verdict"), this::verdict));
    return new Table(
        columns.stream().map(Cells::column).toList(),
        steps.stream()
            .map(step -> columns.stream().map(cells -> cells.text().apply(step)).toList())
            .toList());
  }

  private void addWhereAny(List<Cells> columns, String title, ToLongFunction<Calls> calls) {
    if (steps.stream().anyMatch(step -> calls.applyAsLong(step.calls()) > 0)) {
      columns.add(figure(title, step -> FigureText.count(calls.applyAsLong(step.calls()))));
    }
  }

  private String verdict(StepResult step) {
    int note = notes.indexOf(step.verdict().reason()) + 1;
    return step.verdict().kind() + (note == 0 ? "" : " (" + note + ")");
  }

  private static Cells figure(String title, Function<StepResult, String> text) {
    return new Cells(Column.figure(title), text);
  }

  /** A column and how a step fills it. */
  private record Cells(Column column, Function<StepResult, String> text) {}
}
