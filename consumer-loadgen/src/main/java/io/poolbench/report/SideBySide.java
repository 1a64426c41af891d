package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.sla.MostUsers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A study's cells compared: what each of them serves within its SLA, then users by users. */
final class SideBySide {
  private final List<CellResult> cells;

  SideBySide(List<CellResult> cells) {
    this.cells = cells;
  }

  void writeTo(Page page) throws IOException {
    page.heading(2, "Most users within the SLA");
    page.table(overview());
    if (cells.size() > 1) {
      page.heading(2, "TPS, users by users");
      page.table(byUsers(step -> FigureText.measure(step.tps())));
      page.heading(2, "TP99 in ms, users by users");
      page.table(byUsers(SideBySide::markedTp99));
      page.paragraph("! breaks the SLA; ? INVALID");
      if (clientsDiffer()) {
        page.heading(2, "Client CPU in us per call, users by users");
        page.table(byUsers(step -> FigureText.measure(step.driver().cpuMicrosPerCall())));
      }
    }
  }

  private boolean clientsDiffer() {
    return cells.stream().map(cell -> cell.cell().driver().client()).distinct().count() > 1;
  }

  private Table overview() {
    return new Table(
        List.of(
            Column.text("cell"),
            Column.text("pool"),
            Column.figure("most users"),
            Column.figure("TPS there"),
            Column.figure("TP99 ms there"),
            Column.figure("CPU % there"),
            Column.figure("first failing"),
            Column.text("why")),
        cells.stream().map(SideBySide::overview).toList());
  }

  private static List<String> overview(CellResult cell) {
    MostUsers most = MostUsers.of(cell);
    Function<Function<StepResult, String>, String> there =
        text -> most.highest().map(text).orElse(FigureText.UNKNOWN);
    return List.of(
        CellText.name(cell),
        cell.cell().provider().pool().label(),
        most.answer(),
        there.apply(step -> FigureText.measure(step.tps())),
        there.apply(step -> FigureText.measure(step.latency().tp99Millis())),
        there.apply(step -> FigureText.pct(step.provider().cpuPct())),
        most.firstFailing().map(step -> FigureText.count(step.level())).orElse(FigureText.UNKNOWN),
        why(cell, most));
  }

  private static String why(CellResult cell, MostUsers most) {
    List<String> reasons = new ArrayList<>();
    most.firstFailing().ifPresent(step -> reasons.add(step.verdict().reason()));
    if (cell.failed()) {
      reasons.add("broke off: " + PlainText.lines(cell.failure()).get(0));
    }
    return String.join("; ", reasons);
  }

  private Table byUsers(Function<StepResult, String> text) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.figure("users"));
    cells.forEach(cell -> columns.add(Column.figure(CellText.name(cell))));
    List<List<String>> rows = new ArrayList<>();
    cells.stream()
        .flatMap(cell -> cell.steps().stream())
        .mapToInt(StepResult::level)
        .distinct()
        .sorted()
        .forEach(users -> rows.add(row(users, text)));
    return new Table(columns, rows);
  }

  private List<String> row(int users, Function<StepResult, String> text) {
    List<String> row = new ArrayList<>();
    row.add(FigureText.count(users));
    for (CellResult cell : cells) {
      row.add(stepWith(cell, users).map(text).orElse(""));
    }
    return row;
  }

  private static Optional<StepResult> stepWith(CellResult cell, int users) {
    return cell.steps().stream().filter(step -> step.level() == users).findFirst();
  }

  private static String markedTp99(StepResult step) {
    String mark =
        switch (step.verdict().kind()) {
          case PASS -> "  ";
          case FAIL -> " !";
          case INVALID -> " ?";
        };
    return FigureText.measure(step.latency().tp99Millis()) + mark;
  }
}
