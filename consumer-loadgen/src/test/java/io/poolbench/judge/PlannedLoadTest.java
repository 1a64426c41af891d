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

  private static Decision decision(double load) {
    return new PlannedLoad((int) load, List.of(CELL)).decision();
  }

  @Test
  void theIntervalDecides() {
    CapacityEstimate estimate = CELL.estimate().orElseThrow();
    double lower = estimate.interval().lower();
    double upper = estimate.interval().upper();
    assertThat(lower).isLessThan(upper - 1).isGreaterThan(1);

    assertThat(decision(Math.floor(lower))).isEqualTo(Decision.SHOWN);
    assertThat(decision(Math.floor(lower) + 1)).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decision(Math.floor(upper))).isEqualTo(Decision.NOT_SHOWN);
    assertThat(decision(Math.floor(upper) + 1)).isEqualTo(Decision.REFUTED);
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

    assertThat(new PlannedLoad(highest, List.of(cell(1e3))).decision()).isEqualTo(Decision.SHOWN);
    assertThat(new PlannedLoad(highest + 1, List.of(cell(1e3))).decision())
        .isEqualTo(Decision.NOT_SHOWN);
    assertThat(new PlannedLoad(lowest, List.of(cell(-1e3))).decision()).isEqualTo(Decision.REFUTED);
    assertThat(new PlannedLoad(lowest - 1, List.of(cell(-1e3))).decision())
        .isEqualTo(Decision.NOT_SHOWN);
  }
}
