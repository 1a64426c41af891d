package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A load is carried only where even the lower end of the interval reaches it. */
class PlannedLoadTest {
  private static final EstimatedCell CELL = cell(20);

  private static EstimatedCell cell(double capacity) {
    return EstimatedCell.of(
        new RepeatedCell(List.of(Cells.ofCapacity("a", 1, Cells.SLA, capacity, new Random(1)))),
        true);
  }

  private static Decision decision(int load, EstimatedCell cell) {
    return new PlannedLoad(load, List.of(cell)).decision();
  }

  @Test
  void theIntervalDecides() {
    CapacityEstimate estimate = CELL.estimate().orElseThrow();
    int lower = (int) estimate.interval().lower();
    int upper = (int) estimate.interval().upper();
    assertThat(lower).isLessThan(upper - 1).isGreaterThan(1);

    assertThat(decision(lower, CELL)).isEqualTo(Decision.SHOWN);
    assertThat(decision(lower + 1, CELL)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decision(upper, CELL)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decision(upper + 1, CELL)).isEqualTo(Decision.REFUTED);
  }

  @Test
  void oneCellThatCarriesItSuffices() {
    EstimatedCell more = cell(30);
    int between = (int) CELL.estimate().orElseThrow().interval().upper() + 1;
    PlannedLoad planned = new PlannedLoad(between, List.of(CELL, more));

    assertThat(planned.carries(CELL)).isEqualTo(Decision.REFUTED);
    assertThat(planned.decision()).isEqualTo(planned.carries(more));
    assertThat(new PlannedLoad(1, List.of()).decision()).isEqualTo(Decision.NOT_SHOWN);
  }

  @Test
  void aLoadBeyondTheLevelsIsNotShownByACellThatPassesOrFailsAllOfThem() {
    int lowest = Cells.LEVELS.get(0);
    int highest = Cells.LEVELS.get(Cells.LEVELS.size() - 1);

    assertThat(decision(highest, cell(1e3))).isEqualTo(Decision.SHOWN);
    assertThat(decision(highest + 1, cell(1e3))).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decision(lowest, cell(-1e3))).isEqualTo(Decision.REFUTED);
    assertThat(decision(lowest - 1, cell(-1e3))).isEqualTo(Decision.NOT_SHOWN);
  }
}
