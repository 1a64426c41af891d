package io.poolbench.report;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Criterion;
import io.poolbench.compare.Pair;
import io.poolbench.compare.Pair.Side;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The data of {@code compare.jte}: the capacities and the criteria, then the curves of both sides
 * in the same charts, then each metric at each load.
 *
 * @param criteria each as a sentence
 * @param origin the compared results, and the legend
 */
public record ComparePage(
    PageFrame frame,
    List<PairSection> pairs,
    List<String> criteria,
    List<Panel> panels,
    List<Block> origin) {
  /**
   * A cell of the baseline and the cell compared with it.
   *
   * @param answers the capacity of both, such as {@code A 24, B at least 32 users}
   */
  public record PairSection(
      String title, String answers, String sentence, List<String> warnings, List<Block> tables) {
    static PairSection of(Pair pair) {
      Page tables = new Page(1);
      ComparisonTables.write(pair, tables);
      return new PairSection(
          pair.title(),
          answers(pair),
          ComparisonTables.sentence(pair),
          pair.warnings(),
          tables.blocks());
    }

    private static String answers(Pair pair) {
      return pair.capacity() == null
          ? "not the same kind of load"
          : "%s, %s %s"
              .formatted(
                  answer(pair.baseline()),
                  answer(pair.candidate()),
                  FigureText.unit(pair.workload()));
    }

    private static String answer(Side side) {
      return side.letter() + " " + SpreadText.capacity(side.cell());
    }
  }

  /**
   * The curves of one set of charts: a cell of the baseline and the cells compared with it, as far
   * as their loads have the same unit.
   *
   * @param pairs empty where another panel of the same baseline has them
   */
  public record Panel(
      int number, String title, String unit, List<Labelled> curves, List<PairSection> pairs) {
    public List<Metric> metrics() {
      return ReportPage.known(curves.stream().map(Labelled::curve).toList());
    }

    /** Whether each of several curves has at most one level, so that bars replace curves. */
    public boolean drawsBars() {
      return curves.size() > 1 && curves.stream().allMatch(of -> of.curve().levels().size() <= 1);
    }
  }

  record Labelled(String label, CurveData curve) {}

  static ComparePage of(Comparison comparison) {
    Map<Pair, PairSection> pairs = new LinkedHashMap<>();
    for (Pair pair : comparison.pairs()) {
      pairs.put(pair, PairSection.of(pair));
    }
    List<Panel> panels = panels(pairs);
    Page origin = new Page();
    ComparisonTables tables = new ComparisonTables(comparison);
    tables.writeOrigin(origin);
    tables.writeLegend(origin);
    return new ComparePage(
        PageFrame.of(title(comparison), "compare.js", panels.stream().map(Panel::curves).toList()),
        List.copyOf(pairs.values()),
        comparison.results().stream().map(Criterion.Result::text).toList(),
        panels,
        origin.blocks());
  }

  private static String title(Comparison comparison) {
    return comparison.pairs().size() == 1
        ? comparison.pairs().get(0).title()
        : "Comparison with " + comparison.operands().get(0).source();
  }

  private static List<Panel> panels(Map<Pair, PairSection> pairs) {
    Map<Side, List<Pair>> byBaseline =
        pairs.keySet().stream()
            .collect(
                Collectors.groupingBy(Pair::baseline, LinkedHashMap::new, Collectors.toList()));
    List<Panel> panels = new ArrayList<>();
    byBaseline.forEach(
        (baseline, ofBaseline) -> {
          List<PairSection> sections = ofBaseline.stream().map(pairs::get).toList();
          for (List<Labelled> curves : byUnit(baseline, ofBaseline)) {
            panels.add(panel(panels.size(), curves, sections));
            sections = List.of();
          }
        });
    return panels;
  }

  private static Collection<List<Labelled>> byUnit(Side baseline, List<Pair> pairs) {
    return Stream.concat(Stream.of(baseline), pairs.stream().map(Pair::candidate))
        .map(
            side ->
                new Labelled(
                    PlainText.line(side.label()),
                    CurveData.of(
                        side.study(), CapacityRanking.estimate(side.study(), side.cell()))))
        .collect(
            Collectors.groupingBy(
                side -> side.curve().unit(), LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private static Panel panel(int number, List<Labelled> curves, List<PairSection> pairs) {
    return new Panel(
        number,
        curves.stream().map(Labelled::label).collect(Collectors.joining(", ")),
        curves.get(0).curve().unit(),
        curves,
        pairs);
  }

  public boolean opened() {
    return panels.size() <= ReportPage.MAX_OPENED;
  }
}
