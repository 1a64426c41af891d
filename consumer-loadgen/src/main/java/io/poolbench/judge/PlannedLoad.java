package io.poolbench.judge;

import java.util.List;

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

  public Decision carries(EstimatedCell cell) {
    if (cell.asItWas().isEmpty()) {
      return Decision.NOT_SHOWN;
    }
    CapacityEstimate estimate = cell.asItWas().get();
    if (estimate.interval().lower() >= load) {
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
    List<Decision> each = cells.stream().map(this::carries).toList();
    return each.contains(Decision.SHOWN)
        ? Decision.SHOWN
        : each.isEmpty() || each.contains(Decision.NOT_SHOWN)
            ? Decision.NOT_SHOWN
            : Decision.REFUTED;
  }
}
