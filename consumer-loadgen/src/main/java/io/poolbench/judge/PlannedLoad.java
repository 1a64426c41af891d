package io.poolbench.judge;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which cells carry a planned load. A cell carries it if the lower end of its capacity's interval
 * reaches it, and does not if the upper end is below it.
 *
 * @param load in the unit of the cells' levels
 * @param cells with loads of one unit
 */
public record PlannedLoad(int load, List<EstimatedCell> cells) {
  public PlannedLoad {
    cells = List.copyOf(cells);
  }

  /** The planned load of a paired study; empty if it has none. */
  public static Optional<PlannedLoad> of(Integer planned, List<EstimatedCell> cells) {
    return planned == null ? Optional.empty() : Optional.of(new PlannedLoad(planned, cells));
  }

  public Decision carries(EstimatedCell cell) {
    Objects.requireNonNull(cell, "cell");
    if (cell.estimate().isEmpty()) {
      return Decision.NOT_SHOWN;
    }
    CapacityEstimate estimate = cell.estimate().get();
    if (estimate.atLeast() >= load) {
      return Decision.SHOWN;
    }
    return estimate.isBelow(load) ? Decision.REFUTED : Decision.NOT_SHOWN;
  }

  /** The cells with this decision, as listed. */
  public List<EstimatedCell> cells(Decision decision) {
    return cells.stream().filter(cell -> carries(cell) == decision).toList();
  }

  /** Whether a cell carries the load: refuted only if there are cells, and all are shown not to. */
  public Decision decision() {
    if (!cells(Decision.SHOWN).isEmpty()) {
      return Decision.SHOWN;
    }
    boolean refuted = !cells.isEmpty() && cells(Decision.REFUTED).equals(cells);
    return refuted ? Decision.REFUTED : Decision.NOT_SHOWN;
  }
}
