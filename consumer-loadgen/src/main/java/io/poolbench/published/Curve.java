package io.poolbench.published;

import io.poolbench.result.CellResult;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The load curve of one pool: all that the cells measured that are held against it, which may be
 * repetitions of one cell, or a schedule and a search.
 *
 * @param cells none where the pool was not measured
 */
record Curve(List<CellResult> cells) {
  Curve {
    cells = List.copyOf(cells);
  }

  /** Whether there is any step, be it INVALID. */
  boolean isMeasured() {
    return cells.stream().anyMatch(cell -> !cell.steps().isEmpty());
  }

  Look at(int users) {
    return new Look(
        users,
        cells.stream()
            .flatMap(cell -> cell.steps().stream())
            .filter(step -> step.level() == users)
            .toList());
  }

  /** The loads that were measured and are valid, rising. */
  List<Look> looks() {
    return cells.stream()
        .flatMap(cell -> cell.steps().stream())
        .map(StepResult::level)
        .distinct()
        .sorted()
        .map(this::at)
        .filter(Look::valid)
        .toList();
  }

  /** The looks at so many users at most. */
  List<Look> upTo(int users) {
    return looks().stream().filter(look -> look.users() <= users).toList();
  }

  /** The look with the most TPS; empty where nothing valid was measured. */
  Optional<Look> best() {
    return looks().stream().max(Comparator.comparingDouble(Look::tps));
  }

  /** The look at the most users; empty where nothing valid was measured. */
  Optional<Look> highest() {
    List<Look> looks = looks();
    return looks.isEmpty() ? Optional.empty() : Optional.of(looks.get(looks.size() - 1));
  }

  /** The most users within the SLA, over cells and repetitions; empty where unknown. */
  Optional<CapacitySpread> mostUsers() {
    return cells.isEmpty() ? Optional.empty() : new RepeatedCell(cells).capacity();
  }

  /** The fewest users that break the SLA, the median of the cells in which some do. */
  Optional<Double> firstFailing() {
    return Spread.of(
            cells.stream()
                .map(Capacity::of)
                .flatMap(most -> most.firstFailing().stream())
                .map(step -> (double) step.level())
                .toList())
        .map(Spread::median);
  }
}
