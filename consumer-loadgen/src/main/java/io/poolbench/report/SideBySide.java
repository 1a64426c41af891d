package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.CapacityEstimate.Basis;
import io.poolbench.sla.CapacityRanking;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.EstimatedCell;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cells whose levels have the same unit, side by side: capacities, then metrics by level. */
final class SideBySide {
  private static final List<Metric> CLIENT_METRICS =
      List.of(
          Metric.DRIVER_CPU_PER_CALL,
          Metric.DRIVER_ALLOCATION_PER_CALL,
          Metric.DRIVER_VOLUNTARY_SWITCHES,
          Metric.DRIVER_INVOLUNTARY_SWITCHES);

  /** The number of last columns of the overview that explain it: CPU, and limit or repetitions. */
  private static final int EXPLAINING = 2;

  private final List<RepeatedCell> cells;
  private final List<EstimatedCell> estimates;
  private final RankingText rankings;
  private final Workload workload;
  private final boolean repeated;

  private SideBySide(List<EstimatedCell> estimated, List<EstimatedCell> ranked) {
    this.cells = estimated.stream().map(EstimatedCell::cell).toList();
    this.estimates = estimated;
    this.workload = cells.get(0).cell().load().workload();
    this.rankings = new RankingText(CapacityRanking.of(ranked), FigureText.unit(workload));
    this.repeated = cells.stream().anyMatch(cell -> cell.count() > 1);
  }

  /** One for each unit of load. Groups of users stand below their cells and are not ranked. */
  static List<SideBySide> of(List<EstimatedCell> cells) {
    List<EstimatedCell> all =
        cells.stream()
            .flatMap(
                cell ->
                    Stream.concat(Stream.of(cell), CapacityRanking.groups(cell.cell()).stream()))
            .toList();
    return CapacityRanking.byUnit(all).stream()
        .map(unit -> new SideBySide(unit, unit.stream().filter(cells::contains).toList()))
        .toList();
  }

  /** Writes the capacity of each cell, or the figures of phases where steps have phases. */
  void overviewTo(Page page) throws IOException {
    new PhaseTable(cells).writeTo(page);
    if (isOfPhases()) {
      return;
    }
    String unit = FigureText.unit(workload);
    page.heading(2, "Capacity: max " + unit + " within SLA");
    page.table(overview(unit));
    if (repeated) {
      page.paragraph(
          "Medians of repetitions (lowest..highest) without INVALID steps. The median capacity is"
              + " the highest load within SLA in more than half of them.");
    } else if (cells.stream().anyMatch(SideBySide::measuredAgain)) {
      page.paragraph(
          "Medians (lowest..highest) without INVALID steps where a load was measured more than"
              + " once.");
    }
    if (hasEstimates()) {
      page.paragraph(
          "The estimate is the load at which the share of calls over a bound of the SLA crosses"
              + " what the bound allows, fitted over all valid steps, with its "
              + CapacityEstimate.CONFIDENCE_PCT
              + " % interval (docs/statistics.md).");
    }
  }

  /** Writes the capacities and their ranking, without the explaining columns. */
  void answerTo(Page page) throws IOException {
    new PhaseTable(cells).writeTo(page);
    if (isOfPhases()) {
      return;
    }
    String unit = FigureText.unit(workload);
    page.heading(2, "Capacity: max " + unit + " within SLA");
    page.table(hasRounds() ? ofRounds(unit) : answer(unit));
    page.sentences(rankings.isEmpty() ? List.of() : rankings.sentences());
  }

  private Table answer(String unit) {
    Table all = overview(unit);
    int shown = all.columns().size() - EXPLAINING;
    return new Table(
        all.columns().subList(0, shown),
        all.rows().stream().map(row -> row.subList(0, shown)).toList());
  }

  private boolean hasRounds() {
    return estimates.stream()
        .anyMatch(cell -> cell.estimate().filter(of -> of.basis() == Basis.ROUNDS).isPresent());
  }

  /** Both capacities of each cell; the undisturbed one only where some cell has it. */
  private Table ofRounds(String unit) {
    boolean undisturbed = estimates.stream().anyMatch(cell -> cell.undisturbed().isPresent());
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("cell"));
    columns.add(
        Column.figure(
            "max %s on this host as it was [%s %%]"
                .formatted(unit, CapacityEstimate.CONFIDENCE_PCT)));
    if (undisturbed) {
      columns.add(Column.figure("undisturbed"));
    }
    columns.add(Column.figure("highest within SLA"));
    columns.add(Column.figure("TPS there"));
    columns.add(Column.figure("TP99 ms there"));
    List<List<String>> rows = new ArrayList<>();
    for (EstimatedCell cell : estimates) {
      int max = cell.cell().capacity().map(CapacitySpread::median).orElse(0);
      List<String> row = new ArrayList<>();
      row.add(cell.cell().cell().name());
      row.add(EstimateText.of(cell));
      if (undisturbed) {
        row.add(cell.undisturbed().map(CapacityEstimate::text).orElse(FigureText.UNKNOWN));
      }
      row.add(max == 0 ? SpreadText.capacity(cell.cell()) : FigureText.count(max));
      row.add(atMax(cell.cell(), max, Metric.TPS));
      row.add(atMax(cell.cell(), max, Metric.TP99));
      rows.add(row);
    }
    return new Table(columns, rows);
  }

  /** Sentences that rank the cells by capacity; empty without estimates. */
  List<String> ranking() {
    List<String> sentences = new ArrayList<>();
    if (!rankings.isEmpty() && !isOfPhases()) {
      sentences.add(rankings.note());
      sentences.addAll(rankings.sentences());
    }
    return sentences;
  }

  void rankingTo(Page page) throws IOException {
    for (String sentence : ranking()) {
      page.paragraph(sentence);
    }
  }

  /** Writes the ranking as a table of all pairs. */
  void pairsTo(Page page) throws IOException {
    if (!rankings.isEmpty() && !isOfPhases()) {
      page.heading(2, "Ranking by capacity");
      page.paragraph(rankings.note());
      page.table(rankings.table());
    }
  }

  private boolean isOfPhases() {
    return cells.stream().allMatch(PhaseTable::hasPhases);
  }

  private boolean hasEstimates() {
    return estimates.stream().anyMatch(cell -> cell.estimate().isPresent());
  }

  /** Writes metrics by level, where there is more than one cell. */
  void levelsTo(Page page) throws IOException {
    if (cells.size() == 1 || isOfPhases()) {
      return;
    }
    levelsTo(page, Metric.TPS, true);
    levelsTo(page, Metric.TP99, true);
    page.paragraph(
        repeated
            ? "! breaks the SLA in at least one repetition; ? INVALID, ~ UNDECIDED in at least one"
            : "! breaks the SLA; ? INVALID; ~ UNDECIDED");
    if (clientsDiffer()) {
      for (Metric metric : CLIENT_METRICS) {
        levelsTo(page, metric, false);
      }
    }
  }

  private void levelsTo(Page page, Metric metric, boolean marked) throws IOException {
    page.heading(2, metric.heading() + " by " + workload.setting());
    page.table(byLevel(metric, marked));
  }

  private static boolean measuredAgain(RepeatedCell cell) {
    return cell.levelResults().stream().anyMatch(level -> level.steps().size() > 1);
  }

  private boolean clientsDiffer() {
    return cells.stream().map(cell -> cell.cell().driver().client()).distinct().count() > 1;
  }

  private Table overview(String unit) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("cell"),
                Column.figure("max " + unit),
                Column.figure("TPS at max"),
                Column.figure("TP99 ms at max"),
                Column.figure("first failing"),
                Column.figure("CPU % at max"),
                Column.text(repeated ? "each repetition" : "limited by")));
    List<List<String>> rows = new ArrayList<>();
    cells.forEach(cell -> rows.add(overview(cell)));
    if (hasEstimates()) {
      columns.add(2, Column.figure("estimate [" + CapacityEstimate.CONFIDENCE_PCT + " %]"));
      for (int i = 0; i < rows.size(); i++) {
        rows.get(i).add(2, EstimateText.of(estimates.get(i)));
      }
    }
    if (!namedByTheirPools()) {
      columns.add(1, Column.text("pool"));
      for (int i = 0; i < rows.size(); i++) {
        rows.get(i).add(1, pool(cells.get(i)));
      }
    }
    return new Table(columns, rows);
  }

  private boolean namedByTheirPools() {
    return cells.stream().allMatch(cell -> cell.cell().name().equals(pool(cell)));
  }

  private static String pool(RepeatedCell cell) {
    return cell.ranPool().label();
  }

  private List<String> overview(RepeatedCell cell) {
    int max = cell.capacity().map(CapacitySpread::median).orElse(0);
    return new ArrayList<>(
        List.of(
            cell.cell().name(),
            SpreadText.capacity(cell),
            atMax(cell, max, Metric.TPS),
            atMax(cell, max, Metric.TP99),
            SpreadText.firstFailing(cell),
            atMax(cell, max, Metric.PROVIDER_CPU),
            repeated ? each(cell) : limit(cell.repetitions().get(0))));
  }

  /** The median at the cell's capacity, without its spread. */
  private static String atMax(RepeatedCell cell, int level, Metric metric) {
    return metric.text(cell.levels().contains(level) ? cell.level(level).median(metric) : null);
  }

  private static String each(RepeatedCell cell) {
    return cell.repetitions().stream()
        .map(
            repetition ->
                Capacity.of(repetition).answer() + (repetition.failed() ? " (failed)" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String limit(CellResult cell) {
    List<String> reasons = new ArrayList<>();
    Capacity capacity = Capacity.of(cell);
    capacity.firstFailing().ifPresent(step -> reasons.add(ViolationText.of(step.verdict())));
    if (!capacity.known() && !capacity.invalid().isEmpty()) {
      reasons.add(FigureText.counted(capacity.invalid().size(), "load") + " INVALID");
    }
    if (cell.failed()) {
      reasons.add("failed: " + PlainText.lines(cell.failure().detail()).get(0));
    }
    return String.join("; ", reasons);
  }

  private Table byLevel(Metric metric, boolean marked) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.figure(FigureText.unit(workload)));
    cells.forEach(cell -> columns.add(Column.figure(cell.cell().name())));
    List<List<String>> rows = new ArrayList<>();
    TreeSet<Integer> levels = new TreeSet<>();
    cells.forEach(cell -> levels.addAll(cell.levels()));
    for (int level : levels) {
      List<String> row = new ArrayList<>();
      row.add(FigureText.count(level));
      for (RepeatedCell cell : cells) {
        String text = SpreadText.of(cell, level, metric);
        row.add(marked && !text.isEmpty() ? text + SpreadText.mark(cell, level) : text);
      }
      rows.add(row);
    }
    return new Table(columns, rows);
  }
}
