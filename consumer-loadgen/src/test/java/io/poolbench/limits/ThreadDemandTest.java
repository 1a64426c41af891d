package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadDemandTest {
  /** Six connections of 3 ms behind 200 threads: 2,000 TPS from six threads on. */
  @Test
  void itIsTheConcurrencyOfTheFirstLoadWithNearlyTheHighestThroughput() {
    List<ThreadDemand> loads =
        List.of(
            new ThreadDemand(4, 1_300, 3.9, false),
            new ThreadDemand(8, 1_900, 7.6, false),
            new ThreadDemand(16, 2_000, 15.5, false),
            new ThreadDemand(32, 1_980, 31.2, false));

    ThreadDemand demand = ThreadDemand.least(loads).orElseThrow();

    assertThat(demand.level()).isEqualTo(8);
    assertThat(demand.sizes(1)).containsExactly(4, 8, 16);
    assertThat(ThreadDemand.least(List.of())).as("of no load").isEmpty();
  }

  /** 2 x 2,000 TPS answer 200 calls within 50 ms. */
  @Test
  void furtherLoadsFollowFromTheThroughputAndTheBound() {
    assertThat(new ThreadDemand(8, 2_000, 6, false).mostUsers(50)).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "3.7, 4, 30, true, 'larger pools: calls may hold more threads than this one has'",
    "3.7, 4, 95, false, 'the CPU is full'",
    "3.7, 200, 30, false, 'there are threads to spare'",
    "3.7, 0, 30, false, 'the pool is unknown'"
  })
  void onlyLargerPoolsAreComparedWithOneWhoseThreadsAreTheLimit(
      double threads, int most, double cpuPct, boolean limited, String reason) {
    ThreadDemand demand = ThreadDemand.at(8, 80, threads, most, cpuPct);

    assertThat(demand.limited()).as(reason).isEqualTo(limited);
    assertThat(demand.sizes(1))
        .containsExactlyElementsOf(limited ? List.of(8, 15, 30) : List.of(2, 4, 8));
  }

  /** A light method of a pool that others share: calls hold 0.36 threads. */
  @Test
  void noPoolIsSmallerThanTheLeast() {
    assertThat(new ThreadDemand(8, 9_000, 0.36, false).sizes(3)).containsExactly(3);
    assertThat(new ThreadDemand(8, 9_000, 4, false).sizes(3)).containsExactly(3, 4, 8);
  }

  @Property
  void sizesRiseAndSpanTheDemand(@ForAll @DoubleRange(min = 0, max = 1e5) double threads) {
    List<Integer> sizes = new ThreadDemand(8, 1_000, threads, false).sizes(1);

    assertThat(sizes).isNotEmpty().isSorted().doesNotHaveDuplicates();
    assertThat(sizes.get(0)).isPositive();
    assertThat(sizes.get(sizes.size() - 1)).isLessThanOrEqualTo(2_000);
    if (threads >= 1 && threads <= 1_000) {
      assertThat((double) sizes.get(0)).isLessThanOrEqualTo(Math.ceil(threads));
      assertThat((double) sizes.get(sizes.size() - 1)).isGreaterThanOrEqualTo(2 * threads);
    }
  }
}
