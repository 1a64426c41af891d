package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.published.Agreement;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.report.CapacityText.Cause;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data of {@code report.jte}: the capacities first, then charts, then all tables.
 *
 * @param speedVaried a warning that the speed of the CPUs varied; empty if it did not
 * @param sla the SLA of all cells; empty where they differ, or there is one cell only
 * @param cells in the order of the study, each with its repetitions and followed by its groups
 * @param phases the figures of the steps' phases; empty where there are none
 * @param ranking sentences that rank the cells, and name what disturbed the host
 * @param tally how many published values agree
 * @param published empty where the study names no published table
 * @param host the host, with calibration and legend
 */
public record ReportPage(
    PageFrame frame,
    StudyResult result,
    String speedVaried,
    String sla,
    List<CellSection> cells,
    List<StatementResult> findings,
    List<Block> phases,
    List<String> ranking,
    String tally,
    List<Block> published,
    List<Block> sideBySide,
    List<Block> host) {
  /** With more cells, or panels of a comparison, all are initially closed. */
  static final int MAX_OPENED = 3;

  /**
   * A cell with its repetitions.
   *
   * @param answer its capacity, such as {@code at least 24 users}
   * @param estimate a sentence; empty where there is none
   * @param cause the part of a call that grew most; empty where unknown
   */
  public record CellSection(
      int number,
      CurveData curve,
      String answer,
      String estimate,
      String why,
      String cause,
      List<Block> tables) {
    public String name() {
      return curve.name();
    }

    public String unit() {
      return curve.unit();
    }

    public String sla() {
      return curve.sla();
    }

    public boolean measured() {
      return !curve.levels().isEmpty();
    }

    public boolean phased() {
      return curve.timelines().stream().anyMatch(StepTimeline::isOfPhases);
    }

    /** Whether charts over loads are drawn; for steps with phases, only over several loads. */
    public boolean drawsLoads() {
      return measured() && (!phased() || curve.levels().size() > 1);
    }

    public boolean hasSites() {
      return !curve.sites().isEmpty();
    }

    /** The names of the steps that have a timeline. */
    public List<String> timelines() {
      return curve.timelines().stream().map(StepTimeline::name).toList();
    }

    /** Whether any call of these steps failed, or was answered too late. */
    public boolean hasFailures() {
      return curve.timelines().stream().anyMatch(StepTimeline::hasFailures);
    }

    /** Whether the pool of these steps was sampled over time. */
    public boolean hasPool() {
      return curve.timelines().stream().anyMatch(StepTimeline::hasPool);
    }
  }

  static ReportPage of(EvaluatedResult evaluated) {
    StudyResult result = evaluated.result();
    List<CellSection> cells = new ArrayList<>();
    SlaTables tables = new SlaTables(evaluated);
    for (EstimatedCell cell : evaluated.estimates()) {
      cells.add(section(cells.size(), evaluated, cell));
      for (EstimatedCell group : CapacityRanking.groups(cell.cell())) {
        cells.add(section(cells.size(), evaluated, group));
      }
    }
    Agreement agreement = evaluated.agreement();
    Page published = new Page();
    new AgreementTables(evaluated).writeTo(published);
    Page phases = new Page();
    new PhaseTable(evaluated.estimates().stream().map(EstimatedCell::cell).toList())
        .writeTo(phases);
    Page sideBySide = new Page();
    tables.answerTo(sideBySide);
    tables.sideBySideTo(sideBySide);
    Page host = new Page();
    tables.originTo(host);
    tables.calibrationTo(host);
    tables.blocksTo(host);
    tables.legendTo(host);
    return new ReportPage(
        PageFrame.of(
            result.study() + ": " + result.title(),
            "report.js",
            cells.stream().map(CellSection::curve).toList()),
        result,
        ValidityNotes.speedVaried(result).orElse(""),
        sharedSla(cells),
        cells,
        evaluated.findings(),
        phases.blocks(),
        Stream.concat(tables.ranking().stream(), ValidityNotes.host(result).stream()).toList(),
        agreement.isEmpty() ? "" : agreement.tally().text(),
        published.blocks(),
        sideBySide.blocks(),
        host.blocks());
  }

  private static CellSection section(
      int number, EvaluatedResult evaluated, EstimatedCell estimated) {
    RepeatedCell cell = estimated.cell();
    CurveData curve = CurveData.of(evaluated.result(), estimated, StepTimeline.of(cell));
    Page tables = new Page(1);
    SlaTables.write(estimated, tables);
    String capacity = SpreadText.capacity(cell);
    return new CellSection(
        number,
        curve,
        curve.capacity().level() == 0 ? capacity : capacity + " " + curve.unit(),
        estimated.estimate().isPresent() ? CapacityText.estimate(estimated) : "",
        why(cell),
        Cause.sentence(cell),
        tables.blocks());
  }

  private static String sharedSla(List<CellSection> cells) {
    return cells.size() > 1 && cells.stream().map(CellSection::sla).distinct().count() == 1
        ? cells.get(0).sla()
        : "";
  }

  private static String why(RepeatedCell cell) {
    if (cell.count() == 1) {
      return why(cell.repetitions().get(0));
    }
    List<String> each = new ArrayList<>();
    for (CellResult repetition : cell.repetitions()) {
      String answer = Capacity.of(repetition).answer();
      each.add("Repetition " + repetition.repetition() + ": " + answer + ". " + why(repetition));
    }
    return String.join(" ", each);
  }

  private static String why(CellResult repetition) {
    String why = new CapacityText(Capacity.of(repetition)).why();
    return repetition.failed()
        ? why + " Failed: " + PlainText.lines(repetition.failure().detail()).get(0)
        : why;
  }

  /** The units of levels: {@code users}, {@code requests/s}, or both. */
  public List<String> units() {
    return cells.stream().map(CellSection::unit).distinct().toList();
  }

  /** Whether the cells are initially open, so that their answers precede their bars. */
  public boolean opened() {
    return cells.size() <= MAX_OPENED;
  }

  public boolean measured() {
    return cells.stream().anyMatch(CellSection::measured);
  }

  /** Whether the steps of all measured cells have phases, so that there is no capacity to show. */
  public boolean phased() {
    return measured() && cells.stream().filter(CellSection::measured).allMatch(CellSection::phased);
  }

  /** Whether any chart over loads is drawn. */
  public boolean drawsLoads() {
    return cells.stream().anyMatch(CellSection::drawsLoads)
        && !units().stream().allMatch(this::drawsBars);
  }

  /** Whether several cells of a unit have at most one level each, so that bars replace curves. */
  public boolean drawsBars(String unit) {
    return comparesPools(unit)
        && cells.stream()
            .filter(cell -> cell.unit().equals(unit))
            .allMatch(cell -> cell.curve().levels().size() <= 1);
  }

  public boolean comparesPools(String unit) {
    return cells.stream().filter(cell -> cell.unit().equals(unit)).count() > 1;
  }

  public List<Metric> metrics(String unit) {
    return known(
        cells.stream().filter(cell -> cell.unit().equals(unit)).map(CellSection::curve).toList());
  }

  static List<Metric> known(List<CurveData> curves) {
    return Arrays.stream(Metric.values())
        .filter(metric -> curves.stream().anyMatch(c -> c.metrics().containsKey(metric.id())))
        .toList();
  }
}
