package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.Decision;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.PlannedLoad;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.report.Table.Field;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cells whose levels have the same unit, side by side: capacities, then metrics by level. */
final class SideBySide {
  private static final List<Metric> CLIENT_METRICS =
      List.of(Metric.DRIVER_CPU_PER_CALL, Metric.DRIVER_SWITCHES);

  private final List<RepeatedCell> cells;
  private final List<EstimatedCell> estimates;
  private final RankingText rankings;
  private final Workload workload;
  private final boolean repeated;
  private final Optional<PlannedLoad> planned;

  private SideBySide(List<EstimatedCell> estimated, List<EstimatedCell> ranked, Integer planned) {
    this.cells = estimated.stream().map(EstimatedCell::cell).toList();
    this.estimates = estimated;
    this.workload = cells.get(0).cell().load().workload();
    this.rankings = new RankingText(CapacityRanking.of(ranked), FigureText.unit(workload), planned);
    this.repeated = cells.stream().anyMatch(cell -> cell.count() > 1);
    this.planned = PlannedLoad.of(planned, ranked);
  }

  /**
   * One for each unit of load. Groups of users stand below their cells and are not ranked.
   *
   * @param planned load; null = none
   */
  static List<SideBySide> of(List<EstimatedCell> cells, Integer planned) {
    List<EstimatedCell> all =
        cells.stream()
            .flatMap(
                cell ->
                    Stream.concat(Stream.of(cell), CapacityRanking.groups(cell.cell()).stream()))
            .toList();
    return CapacityRanking.byUnit(all).stream()
        .map(unit -> new SideBySide(unit, unit.stream().filter(cells::contains).toList(), planned))
        .toList();
  }

  /** Writes the capacity of each cell, or the figures of phases where steps have phases. */
  void overviewTo(Page page) {
    new PhaseTable(cells).writeTo(page);
    if (isOfPhases()) {
      return;
    }
    String unit = FigureText.unit(workload);
    page.heading(2, "Capacity: max " + unit + " within SLA");
    page.table(capacities(unit, true));
    if (repeated) {
      mediansTo(page);
    } else if (cells.stream().anyMatch(SideBySide::measuredAgain)) {
      page.paragraph(
          "Medians (lowest..highest) without INVALID steps where a load was measured more than"
              + " once."
              + SpreadText.BY_COLUMN);
    }
    if (hasEstimates()) {
      page.paragraph(
          "The estimate is the load at which the share of calls over a bound of the SLA crosses"
              + " what the bound allows, fitted over all valid steps, with its "
              + CapacityText.interval(isAnyBy(Basis.BATCHES))
              + " (docs/explanation/statistics.md).");
    }
  }

  private static void mediansTo(Page page) {
    page.paragraph(
        "Medians of repetitions (lowest..highest) without INVALID steps. The median capacity is"
            + " the highest load within SLA in more than half of them."
            + SpreadText.BY_COLUMN);
  }

  /** Writes the capacities and their ranking, without the explaining columns. */
  void answerTo(Page page) {
    new PhaseTable(cells).writeTo(page);
    if (isOfPhases()) {
      return;
    }
    String unit = FigureText.unit(workload);
    page.heading(2, "Capacity: max " + unit + " within SLA");
    page.table(isAnyBy(Basis.ROUNDS) ? ofRounds(unit) : capacities(unit, false));
    if (repeated) {
      mediansTo(page);
    }
    List<String> sentences = new ArrayList<>(rankings.isEmpty() ? List.of() : rankings.sentences());
    planned().ifPresent(sentences::add);
    limit().ifPresent(sentences::add);
    page.sentences(sentences);
  }

  /** Such as {@code 200 planned users are carried by fixed 16: SHOWN; by fixed 8: REFUTED.} */
  private Optional<String> planned() {
    return planned.map(
        of ->
            "%s planned %s are carried %s."
                .formatted(
                    FigureText.count(of.load()),
                    FigureText.unit(workload),
                    Arrays.stream(Decision.values())
                        .filter(decision -> !of.cells(decision).isEmpty())
                        .map(decision -> by(of.cells(decision)) + ": " + decision)
                        .collect(Collectors.joining("; "))));
  }

  private static String by(List<EstimatedCell> cells) {
    return cells.stream().map(EstimatedCell::name).collect(Collectors.joining(", ", "by ", ""));
  }

  /** The limit of the first cell that has a known one; empty if no cell has. */
  private Optional<String> limit() {
    return cells.stream().flatMap(cell -> new LimitText(cell).sentence().stream()).findFirst();
  }

  private boolean isAnyBy(Basis basis) {
    return estimates.stream()
        .anyMatch(cell -> cell.estimate().filter(of -> of.basis() == basis).isPresent());
  }

  private String confidence() {
    return isAnyBy(Basis.BATCHES) ? "this run" : CapacityEstimate.CONFIDENCE_PCT + " %";
  }

  /** Both capacities of each cell; the undisturbed one only where some cell has it. */
  private Table ofRounds(String unit) {
    boolean undisturbed = estimates.stream().anyMatch(cell -> cell.undisturbed().isPresent());
    return Table.of(
        estimates,
        Table.text("cell", EstimatedCell::name),
        Table.figure(
            "max %s on this host as it was [%s]".formatted(unit, confidence()),
            CapacityText::estimated),
        Table.when(
            undisturbed,
            Table.figure(
                "undisturbed",
                cell -> cell.undisturbed().map(CapacityEstimate::text).orElse(FigureText.UNKNOWN))),
        Table.figure(
            "highest within SLA",
            cell ->
                max(cell.cell()) == 0
                    ? SpreadText.capacity(cell.cell())
                    : FigureText.count(max(cell.cell()))),
        Table.figure("TPS there", cell -> atMax(cell.cell(), Metric.TPS)),
        Table.figure("TP99 ms there", cell -> atMax(cell.cell(), Metric.TP99)));
  }

  List<String> ranking() {
    List<String> sentences = new ArrayList<>();
    if (!rankings.isEmpty() && !isOfPhases()) {
      sentences.add(rankings.note());
      sentences.addAll(rankings.sentences());
    }
    planned().ifPresent(sentences::add);
    limit().ifPresent(sentences::add);
    return sentences;
  }

  void pairsTo(Page page) {
    if (!rankings.isEmpty() && !isOfPhases()) {
      page.heading(2, "Ranking by capacity");
      page.paragraph(rankings.note());
      page.table(rankings.table());
    }
  }

  void changeTo(Page page) {
    if (!isOfPhases()) {
      rankings.changeTo(page);
    }
  }

  private boolean isOfPhases() {
    // A cell that failed at its start has no step.
    List<RepeatedCell> measured = cells.stream().filter(cell -> !cell.levels().isEmpty()).toList();
    return !measured.isEmpty() && measured.stream().allMatch(PhaseTable::hasPhases);
  }

  private boolean hasEstimates() {
    return estimates.stream().anyMatch(cell -> cell.estimate().isPresent());
  }

  /** Writes metrics by level, where there is more than one cell. */
  void levelsTo(Page page) {
    if (cells.size() == 1 || isOfPhases()) {
      return;
    }
    levelsTo(page, Metric.TPS, true);
    levelsTo(page, Metric.TP99, true);
    page.paragraph(
        repeated
            ? "! breaks the SLA in at least one repetition; ? INVALID, ~ UNDECIDED in at least one"
            : "! breaks the SLA; ? INVALID; ~ UNDECIDED");
    if (cells.stream().map(cell -> cell.cell().driver().client()).distinct().count() > 1) {
      for (Metric metric : CLIENT_METRICS) {
        levelsTo(page, metric, false);
      }
    }
  }

  private void levelsTo(Page page, Metric metric, boolean marked) {
    page.heading(2, metric.heading() + " by " + workload.setting());
    page.table(byLevel(metric, marked));
  }

  private static boolean measuredAgain(RepeatedCell cell) {
    return cell.levelResults().stream().anyMatch(level -> level.steps().size() > 1);
  }

  /** The capacity of each cell; {@code explained} adds its CPU, and its limit or repetitions. */
  private Table capacities(String unit, boolean explained) {
    String why = repeated ? "each repetition" : "limited by";
    return Table.of(
        estimates,
        Table.text("cell", EstimatedCell::name),
        Table.when(
            cells.stream().anyMatch(cell -> !cell.cell().name().equals(pool(cell))),
            Table.text("pool", cell -> pool(cell.cell()))),
        Table.figure("max " + unit, cell -> SpreadText.capacity(cell.cell())),
        Table.when(
            hasEstimates(),
            Table.figure("estimate [" + confidence() + "]", CapacityText::estimated)),
        Table.figure("TPS at max", cell -> atMax(cell.cell(), Metric.TPS)),
        Table.figure("TP99 ms at max", cell -> atMax(cell.cell(), Metric.TP99)),
        Table.figure("first failing", cell -> SpreadText.firstFailing(cell.cell())),
        Table.when(
            explained,
            Table.figure("CPU % at max", cell -> atMax(cell.cell(), Metric.PROVIDER_CPU))),
        Table.when(
            explained,
            Table.text(
                why,
                cell -> repeated ? each(cell.cell()) : limit(cell.cell().repetitions().get(0)))));
  }

  private static String pool(RepeatedCell cell) {
    return cell.ranPool().label();
  }

  private static int max(RepeatedCell cell) {
    return cell.capacity().map(CapacitySpread::median).orElse(0);
  }

  /** The median at the cell's capacity, without its spread. */
  private static String atMax(RepeatedCell cell, Metric metric) {
    int level = max(cell);
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
    TreeSet<Integer> levels = new TreeSet<>();
    cells.forEach(cell -> levels.addAll(cell.levels()));
    List<Field<Integer>> columns = new ArrayList<>();
    columns.add(Table.figure(FigureText.unit(workload), level -> FigureText.count(level)));
    for (RepeatedCell cell : cells) {
      columns.add(
          Table.figure(
              cell.cell().name(),
              level -> {
                String text = SpreadText.of(cell, level, metric);
                return marked && !text.isEmpty() ? text + SpreadText.mark(cell, level) : text;
              }));
    }
    return Table.of(List.copyOf(levels), columns);
  }
}
