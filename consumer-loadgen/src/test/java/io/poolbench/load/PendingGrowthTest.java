package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingGrowthTest {
  /** t of 19 degrees of freedom at 99 % is 2.539; growths of 0 and 2 have mean 1. */
  @Test
  void theLimitIsStudentsTTimesTheStandardErrorOfTheSum() {
    List<Long> perBatch = IntStream.range(0, 20).mapToObj(batch -> batch % 2 * 2L).toList();
    PendingGrowth growth = new PendingGrowth(perBatch, 100);

    assertThat(growth.calls()).isEqualTo(20);
    assertThat(growth.limit())
        .isCloseTo(2.5395 * Math.sqrt(20.0 / 19) * Math.sqrt(20), within(0.001));
  }

  @Test
  void aSteadyButSmallGrowthIsLeftToTheBounds() {
    List<Long> steady = Collections.nCopies(20, 5L);

    assertThat(new PendingGrowth(steady, 10_000).limit()).isEqualTo(100);
    assertThat(new PendingGrowth(steady, 10_000).calls()).isEqualTo(100);
  }

  @Test
  void aStallInOneBatchAloneShowsNoGrowth() {
    List<Long> perBatch = IntStream.range(0, 20).mapToObj(batch -> batch / 19 * 500L).toList();
    PendingGrowth growth = new PendingGrowth(perBatch, 10_000);

    assertThat((double) growth.calls()).isLessThan(growth.limit());
  }

  @Test
  void oneBatchShowsNothing() {
    assertThat(new PendingGrowth(List.of(100L), 100).limit()).isInfinite();
  }
}
