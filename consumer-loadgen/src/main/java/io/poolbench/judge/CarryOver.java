package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.judge.HostConditions.Block;
import io.poolbench.stats.ShareInterval.Count;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The late calls of each cell of a paired study by the cell that was measured right before it, over
 * all levels. Each cell follows each one equally often, so that two shares of a cell differ by what
 * the cells before it left behind, and by chance.
 */
public final class CarryOver {
  private final Map<Order, Count> late = new HashMap<>();

  private record Order(String before, String cell) {}

  private record Measured(String cell, Slice slice, Count late) {}

  /** By the first bound on a percentile in each cell's SLA: without one nothing is late. */
  public CarryOver(List<JudgedCell> cells) {
    cells.stream()
        .flatMap(CarryOver::measured)
        .collect(Collectors.groupingBy(each -> Block.of(each.slice)))
        .values()
        .forEach(this::add);
  }

  private static Stream<Measured> measured(JudgedCell cell) {
    return ShareBound.onPercentiles(cell.cell().sla()).stream()
        .limit(1)
        .flatMap(
            bound ->
                cell.counting()
                    .map(slice -> new Measured(cell.name(), slice, late(cell, slice, bound))));
  }

  private static Count late(JudgedCell cell, Slice slice, ShareBound bound) {
    return Count.sum(
        bound.countsBySlice(new Level(cell.cell(), slice.key().level(), List.of(slice))));
  }

  /** The first slice of a block follows one of its own cell that is not measured. */
  private void add(List<Measured> block) {
    List<Measured> inOrder =
        block.stream().sorted(Comparator.comparing(Measured::slice, JudgedLevel.inTime())).toList();
    String before = inOrder.get(0).cell;
    for (Measured each : inOrder) {
      late.merge(new Order(before, each.cell), each.late, Count::plus);
      before = each.cell;
    }
  }

  /** The share of a cell's calls right after another cell, or itself; empty without such calls. */
  public OptionalDouble late(String cell, String before) {
    Count known = late.getOrDefault(new Order(before, cell), Count.NONE);
    return known.calls() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.hits() / known.calls());
  }
}
