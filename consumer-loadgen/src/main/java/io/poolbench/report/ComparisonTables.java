package io.poolbench.report;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Criterion;
import io.poolbench.compare.Deviation;
import io.poolbench.compare.Operand;
import io.poolbench.compare.Pair;
import io.poolbench.compare.Pair.CapacityDeviation;
import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.compare.Pair.Side;
import io.poolbench.compare.Significance;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.Decision;
import io.poolbench.report.Table.Field;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of a comparison: criteria, the capacities of each pair, its metrics by load. */
public final class ComparisonTables {
  private final Comparison comparison;

  ComparisonTables(Comparison comparison) {
    this.comparison = comparison;
  }

  /** All tables, for a terminal or in Markdown. */
  public static Page all(Comparison comparison) {
    Page page = new Page();
    new ComparisonTables(comparison).writeTo(page);
    return page;
  }

  /** A page with charts, in one file that opens offline. */
  public static String html(Comparison comparison) {
    return PageFrame.render("compare.jte", ComparePage.of(comparison));
  }

  private void writeTo(Page page) {
    page.heading(1, "Comparison with " + comparison.operands().get(0).source());
    comparison.results().stream().map(Criterion.Result::text).forEach(page::paragraph);
    page.heading(2, "Max " + units() + " within SLA");
    page.table(capacities());
    page.heading(2, "What is compared");
    writeOrigin(page);
    comparison.pairs().forEach(pair -> write(pair, page));
    writeLegend(page);
  }

  void writeOrigin(Page page) {
    page.table(
        Table.of(
            comparison.operands(),
            Table.text("", Operand::letter),
            Table.text("result", Operand::source),
            Table.text("study", operand -> operand.study().study()),
            Table.text("started", operand -> operand.study().started().toString()),
            Table.text("cells", operand -> FigureText.count(operand.cells().size()))));
    page.paragraph(
        "Where each of two results has one cell, or one is chosen, these make a pair; otherwise"
            + " cells of the same name do.");
    if (!comparison.unpaired().isEmpty()) {
      page.paragraph(
          "Without a partner, hence left out: "
              + comparison.unpaired().stream()
                  .map(Side::label)
                  .distinct()
                  .collect(Collectors.joining(", "))
              + ".");
    }
  }

  void writeLegend(Page page) {
    page.heading(2, "How to read it");
    page.paragraph(
        "Figures are medians of the repetitions (lowest..highest), INVALID steps left out; several"
            + " steps of a search at one load count once. A deviation is that of the medians, in %"
            + " of the baseline's, of CPU % and avail % in points."
            + SpreadText.BY_COLUMN);
    page.paragraph("SHOWN: " + Significance.ASSUMPTION);
  }

  private String units() {
    return comparison.pairs().stream()
        .map(pair -> FigureText.unit(pair.workload()))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private Table capacities() {
    return Table.of(
        comparison.pairs(),
        Table.text("baseline", pair -> pair.baseline().label()),
        Table.text("against it", pair -> pair.candidate().label()),
        Table.figure(
            "baseline", pair -> known(pair, of -> SpreadText.capacity(pair.baseline().cell()))),
        Table.figure(
            "against it", pair -> known(pair, of -> SpreadText.capacity(pair.candidate().cell()))),
        Table.figure("deviation", pair -> known(pair, ComparisonTables::amount)),
        Table.text("difference", pair -> known(pair, ComparisonTables::difference)));
  }

  private static String known(Pair pair, Function<CapacityDeviation, String> text) {
    return Optional.ofNullable(pair.capacity()).map(text).orElse(FigureText.UNKNOWN);
  }

  private static String amount(CapacityDeviation capacity) {
    Integer amount = capacity.amount();
    return amount == null
        ? FigureText.UNKNOWN
        : Deviation.sign(amount) + FigureText.count(Math.abs(amount));
  }

  private static String difference(CapacityDeviation capacity) {
    return capacity.ranking().answer() == CapacityRanking.Answer.UNKNOWN
        ? capacity.significance().text()
        : RankingText.answer(capacity.ranking());
  }

  /** Two sentences: the capacities, and the number of deviations that are shown. */
  static String sentence(Pair pair) {
    return (pair.capacity() == null ? "" : capacities(pair, pair.capacity()) + " ") + noise(pair);
  }

  private static String capacities(Pair pair, CapacityDeviation capacity) {
    Integer amount = capacity.amount();
    String change =
        !capacity.shown()
            ? "difference " + Decision.NOT_SHOWN
            : amount == null
                ? "difference " + Decision.SHOWN
                : FigureText.load(pair.workload(), Math.abs(amount))
                    + (amount > 0 ? " more: " : " less: ")
                    + Decision.SHOWN;
    return "Max %s within SLA: %s %s, %s %s; %s."
        .formatted(
            FigureText.unit(pair.workload()),
            pair.candidate().label(),
            CapacityDeviation.answer(capacity.candidate()),
            pair.baseline().label(),
            CapacityDeviation.answer(capacity.baseline()),
            change);
  }

  private static String noise(Pair pair) {
    if (pair.levels().isEmpty()) {
      return "No level has a valid step on both sides.";
    }
    List<Significance> tests =
        pair.deviations().stream()
            .map(Deviation::significance)
            .filter(Significance::known)
            .toList();
    if (tests.isEmpty()) {
      return "Noise is unknown (two valid repetitions of each side, or more, measure it).";
    }
    return "%s of %s deviations are SHOWN; %s are expected by chance."
        .formatted(
            FigureText.count(tests.stream().filter(Significance::shown).count()),
            FigureText.count(tests.size()),
            FigureText.difference(tests.size() * Significance.LEVEL_PCT / 100.0));
  }

  /** Writes a pair of cells: warnings, then each metric at each load that both measured. */
  static void write(Pair pair, Page page) {
    page.heading(2, pair.title());
    page.paragraph(sentence(pair));
    page.paragraph(pool(pair.baseline()) + "; " + pool(pair.candidate()) + ".");
    pair.warnings().forEach(warning -> page.paragraph("Beware: " + warning));
    if (!pair.levels().isEmpty()) {
      boolean noiseKnown = pair.deviations().stream().anyMatch(of -> of.significance().known());
      page.heading(3, "Deviations, load by load");
      page.table(deviations(pair, noiseKnown));
      if (noiseKnown) {
        page.paragraph("* SHOWN; ? noise unknown");
      }
      page.heading(3, "Figures, load by load");
      page.table(figures(pair, noiseKnown));
    }
    pair.leftOut().forEach(page::paragraph);
  }

  private static String pool(Side side) {
    return side.letter() + " is " + side.cell().ranPool().label();
  }

  private static Table deviations(Pair pair, boolean noiseKnown) {
    List<Field<LevelComparison>> columns = new ArrayList<>();
    columns.add(
        Table.figure(FigureText.unit(pair.workload()), level -> FigureText.count(level.level())));
    for (Metric metric : LevelComparison.METRICS) {
      columns.add(
          Table.figure(
              heading(metric),
              level -> {
                Deviation of = level.of(metric);
                return of.amountText() + (noiseKnown ? mark(of) : "");
              }));
    }
    return Table.of(pair.levels(), columns);
  }

  private static String mark(Deviation deviation) {
    if (deviation.significance().shown()) {
      return " *";
    }
    return deviation.significance().known() || deviation.amount() == null ? "  " : " ?";
  }

  /** A row of the table of figures; the level is empty unless it is the first of its level. */
  private record Figures(String level, Deviation deviation) {}

  private static Table figures(Pair pair, boolean noiseKnown) {
    List<Figures> rows = new ArrayList<>();
    for (LevelComparison level : pair.levels()) {
      String count = FigureText.count(level.level());
      for (Deviation deviation : level.deviations()) {
        rows.add(new Figures(count, deviation));
        count = "";
      }
    }
    return Table.of(
            rows,
            Table.figure(FigureText.unit(pair.workload()), Figures::level),
            Table.text("figure", row -> heading(row.deviation.metric())),
            Table.figure(
                pair.baseline().letter(), row -> side(row.deviation, row.deviation.baseline())),
            Table.figure(
                pair.candidate().letter(), row -> side(row.deviation, row.deviation.candidate())),
            Table.figure("deviation", row -> row.deviation.amountText()),
            Table.when(
                noiseKnown, Table.text("difference", row -> row.deviation.significance().text())))
        .withKeys(2);
  }

  private static String side(Deviation deviation, Spread spread) {
    return spread == null
        ? FigureText.UNKNOWN
        : SpreadText.of(spread, deviation.metric()::text, spread.count());
  }

  private static String heading(Metric metric) {
    return switch (metric) {
      case PROVIDER_CPU_PER_CALL -> "CPU us/call";
      case AVAILABILITY -> "avail %";
      default -> metric.heading();
    };
  }
}
