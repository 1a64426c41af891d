package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunningMedianTest {
  private final RunningMedian median = new RunningMedian();

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
