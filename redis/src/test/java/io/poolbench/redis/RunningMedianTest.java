package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RunningMedianTest {
  private final RunningMedian median = new RunningMedian();

  @Property
  void itConvergesToAConstantWithinAStep(@ForAll @LongRange(min = 0, max = 1_000_000) long nanos) {
    RunningMedian ofOne = new RunningMedian();
    for (int i = 0; i <= nanos / RunningMedian.STEP_NANOS; i++) {
      ofOne.add(nanos);
    }
    for (int i = 0; i < 10; i++) {
      ofOne.add(nanos);
      assertThat(ofOne.nanos()).isCloseTo(nanos, within(RunningMedian.STEP_NANOS));
    }
  }

  @Test
  void itConvergesToTheMedianNotTheMean() {
    // exponential with mean 200 us: half of it is below 200 us * ln 2
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    int durations = 200_000;
    for (int i = 0; i < durations; i++) {
      median.add((long) (-200_000 * Math.log(1 - random.nextDouble())));
      sum += median.nanos();
    }
    assertThat(sum / durations).isCloseTo(200_000 * Math.log(2), within(8_000.0));
  }

  @Test
  void itIsNeverNegative() {
    median.add(-1_000_000);
    assertThat(median.nanos()).isZero();
  }
}
