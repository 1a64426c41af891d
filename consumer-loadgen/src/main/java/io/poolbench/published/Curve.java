package io.poolbench.published;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The load curve of one pool, over all cells that measured it: repetitions of one cell, or a
 * schedule and a search.
 *
 * @param name the selector that stands for the pool
 * @param cells none where the pool was not measured
 */
record Curve(String name, List<CellResult> cells) {
  Curve {
    cells = List.copyOf(cells);
  }

  /** Whether there is any step, INVALID ones included. */
  boolean isMeasured() {
    return cells.stream().anyMatch(cell -> !cell.steps().isEmpty());
  }

  Level at(int level) {
    return new Level(
        level,
        cells.isEmpty()
            ? level == 1 ? "user" : "users"
            : cells.get(0).cell().load().workload().unit(level),
        cells.stream()
            .flatMap(cell -> cell.steps().stream())
            .filter(step -> step.level() == level)
            .toList());
  }

  /** The levels that are valid, rising. */
  List<Level> levels() {
    return cells.stream()
        .flatMap(cell -> cell.steps().stream())
        .map(StepResult::level)
        .distinct()
        .sorted()
        .map(this::at)
        .filter(Level::valid)
        .toList();
  }

  /** The valid levels up to one. */
  List<Level> upTo(int level) {
    return levels().stream().filter(of -> of.level() <= level).toList();
  }

  /** The highest valid level; empty where there is none. */
  Optional<Level> last() {
    List<Level> levels = levels();
    return levels.isEmpty() ? Optional.empty() : Optional.of(levels.get(levels.size() - 1));
  }

  /** The level of these with the highest value of a metric; empty where none has a value. */
  static Optional<Level> highest(Metric metric, List<Level> levels) {
    return levels.stream()
        .filter(level -> level.median(metric).isPresent())
        .max(Comparator.comparing(level -> level.median(metric).orElseThrow()));
  }

  /** The max load within the SLA; empty where unknown. */
  Optional<CapacitySpread> capacity() {
    return cells.isEmpty() ? Optional.empty() : new RepeatedCell(cells).capacity();
  }

  /** The lowest failing step of each cell that has one. */
  List<StepResult> firstFailing() {
    return cells.stream().map(Capacity::of).flatMap(of -> of.firstFailing().stream()).toList();
  }

  /** The lowest level that fails, the median of the cells in which one does; empty where none. */
  Optional<Double> firstFailingLevel() {
    return Spread.of(firstFailing().stream().map(step -> (double) step.level()).toList())
        .map(Spread::median);
  }
}
