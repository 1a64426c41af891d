package io.poolbench.report;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Pair;
import io.poolbench.compare.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is drawn in the same charts: a cell of the baseline and those that are held against it, as
 * far as their loads count the same.
 *
 * @param sides whose curves are drawn; one at least
 * @param pairs whose figures stand below; none where the charts of the baseline hold them
 */
record ComparisonPanel(List<Side> sides, List<Pair> pairs) {
  ComparisonPanel {
    sides = List.copyOf(sides);
    pairs = List.copyOf(pairs);
  }

  static List<ComparisonPanel> of(Comparison comparison) {
    Map<Side, List<Pair>> byBaseline =
        comparison.pairs().stream()
            .collect(
                Collectors.groupingBy(Pair::baseline, LinkedHashMap::new, Collectors.toList()));
    List<ComparisonPanel> panels = new ArrayList<>();
    byBaseline.forEach((baseline, pairs) -> panels.addAll(of(baseline, pairs)));
    return panels;
  }

  private static List<ComparisonPanel> of(Side baseline, List<Pair> pairs) {
    Map<String, List<Side>> byUnit =
        Stream.concat(Stream.of(baseline), pairs.stream().map(Pair::candidate))
            .collect(
                Collectors.groupingBy(
                    side -> curve(side).unit(), LinkedHashMap::new, Collectors.toList()));
    List<ComparisonPanel> panels = new ArrayList<>();
    for (List<Side> sides : byUnit.values()) {
      panels.add(new ComparisonPanel(sides, panels.isEmpty() ? pairs : List.of()));
    }
    return panels;
  }

  static CurveData curve(Side side) {
    return CurveData.of(side.study(), side.cell());
  }

  /** Such as {@code A fixed 24, B fixed 24}. */
  String title() {
    return sides.stream().map(Side::label).collect(Collectors.joining(", "));
  }

  /** What its levels count. */
  String unit() {
    return curve(sides.get(0)).unit();
  }
}
