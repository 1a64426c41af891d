package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class CarryOverTest {
  /** The first of three equal cells adds 1 to the log-odds of the slice after it. */
  @Test
  void aCellHasMoreLateCallsRightAfterOneThatLeavesSomethingBehind() {
    DoubleUnaryOperator tenth = level -> Math.log(0.1 / 0.9);
    SimulatedBlocks blocks =
        new SimulatedBlocks(List.of(8, 16), 9, 100_000, List.of(SimulatedConditions.carryOver(1)));
    CarryOver carryOver =
        new CarryOver(blocks.run(new Random(7), Collections.nCopies(3, tenth)).cells());

    double odds = Math.E / 9;
    for (String cell : List.of("a", "b", "c")) {
      assertThat(carryOver.late(cell, "a")).hasValueCloseTo(odds / (1 + odds), within(0.005));
      assertThat(carryOver.late(cell, "b")).hasValueCloseTo(0.1, within(0.005));
      assertThat(carryOver.late(cell, "c")).hasValueCloseTo(0.1, within(0.005));
    }
    assertThat(carryOver.late("a", "none")).isEmpty();
  }
}
