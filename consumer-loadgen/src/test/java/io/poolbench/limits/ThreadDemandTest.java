package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleResult;
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
  void ruleItIsTheConcurrencyOfTheFirstLoadWithNearlyTheHighestThroughput() {
    List<ThreadDemand> loads =
        List.of(
            new ThreadDemand(4, 1_300, 3.9, false),
            new ThreadDemand(8, 1_900, 7.6, false),
            new ThreadDemand(16, 2_000, 15.5, false),
            new ThreadDemand(32, 1_980, 31.2, false));

    ThreadDemand demand = ThreadDemand.least(loads).orElseThrow();

    assertThat(demand.level()).isEqualTo(8);
    assertThat(demand.sizes()).containsExactly(4, 8, 16);
    assertThat(ThreadDemand.least(List.of())).as("of no load").isEmpty();
  }

  /** 2 x 2,000 TPS answer 200 calls within 50 ms, and 80 within 20 ms. */
  @Test
  void ruleFurtherLoadsFollowFromTheThroughputAndTheTightestBound() {
    ThreadDemand demand = new ThreadDemand(8, 2_000, 6, false);
    Sla.Bound tp99 = new Sla.Bound("tp99", 50);
    assertThat(demand.mostUsers(new Sla(List.of(tp99)))).isEqualTo(200);
    assertThat(demand.mostUsers(new Sla(List.of(tp99, new Sla.Bound("mean", 20))))).isEqualTo(80);
    assertThat(demand.mostUsers(new Sla(List.of(new Sla.Bound("tps", 100))))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "3.7, 4, 30, true, 'larger pools: calls may hold more threads than this one has'",
    "3.7, 4, 95, false, 'the CPU is full'",
    "3.7, 4, , false, 'the CPU is unknown'",
    "3.7, 200, 30, false, 'there are threads to spare'",
    "3.7, , 30, false, 'the pool is unknown'"
  })
  void ruleOnlyLargerPoolsAreComparedWithOneWhoseThreadsAreTheLimit(
      double threads, Integer most, Double cpuPct, boolean limited, String reason) {
    ThreadDemand demand = ThreadDemand.at(8, 80, threads, most, cpuPct);

    assertThat(demand.limited()).as(reason).isEqualTo(limited);
    assertThat(demand.sizes())
        .containsExactlyElementsOf(limited ? List.of(8, 15, 30) : List.of(2, 4, 8));
  }

  /** As in a container with a limit of CPUs on a host with more. */
  @ParameterizedTest
  @CsvSource({"0, true", "65, false"})
  void ruleCpuTimeThatAQuotaWithholdsIsNotToSpare(double withheldPct, boolean limited) {
    CellResult cell = SampleResult.paired().cells().get(0);
    // The second of three loads gives nearly the highest throughput.
    CellResult full =
        Changed.with(
            cell,
            "allSteps.1.figures.POOL_ACTIVE_MEAN",
            (double) cell.pool().maxThreads(),
            "allSteps.1.figures.PROVIDER_CPU",
            30.0,
            "allSteps.1.figures.PROVIDER_THROTTLED",
            withheldPct);

    assertThat(ThreadDemand.of(new RepeatedCell(List.of(full))).orElseThrow().limited())
        .isEqualTo(limited);
  }

  @Property
  void ruleSizesRiseFromOneThreadOnAndSpanTheDemand(
      @ForAll @DoubleRange(min = 0, max = 1e5) double threads) {
    List<Integer> sizes = new ThreadDemand(8, 1_000, threads, false).sizes();

    assertThat(sizes).isNotEmpty().isSorted().doesNotHaveDuplicates();
    assertThat(sizes.get(0)).isPositive();
    assertThat(sizes.get(sizes.size() - 1)).isLessThanOrEqualTo(2_000);
    if (threads >= 1 && threads <= 1_000) {
      assertThat((double) sizes.get(0)).isLessThanOrEqualTo(Math.ceil(threads));
      assertThat((double) sizes.get(sizes.size() - 1)).isGreaterThanOrEqualTo(2 * threads);
    }
  }
}
