package io.poolbench.observe;

import static io.poolbench.observe.Seconds.SLEEPING;
import static io.poolbench.observe.Seconds.pool;
import static io.poolbench.observe.Seconds.queued;
import static io.poolbench.observe.Seconds.use;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.PoolSetup;
import io.poolbench.observe.BusyThreads.Average;
import io.poolbench.observe.BusyThreads.Waiting;
import io.poolbench.observe.HoldTime.Growth;
import io.poolbench.observe.NeededThreads.Basis;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeededThreadsTest {
  private static final List<io.poolbench.journal.ProgramSamples.Site> SITES = List.of(SLEEPING);

  @ParameterizedTest
  @CsvSource({
    // mean, deviation, max, queued and busy, share of time full, calls, growth
    "6, 2.4, 12, 12, 0, 200, STEADY, WATCHED, 12, 23, 24",
    "6, 2.4, 12, 12, 0, 200, UNKNOWN, WATCHED, 12, 23, 24",
    "0.1, 0.3, 2, 2, 0, 200, STEADY, WATCHED, 2, 2, 4",
    "6, 2.4, 12, 12, 0, 199, STEADY, TOO_LITTLE_TRAFFIC, 12, 23, 24",
    "6, 2.4, 12, 12, 0, 200, GROWS, GROWING, 12, 23, 24",
    "19, 2, 20, 20, 0.5, 10000, STEADY, FULL, 20, 40, 40",
    "20, 0, 20, 20, 1, 0, UNKNOWN, FULL, 20, 40, 40",
    "6, 2.4, 12, 30, 0, 200, STEADY, WATCHED, 30, 30, 60"
  })
  void twiceTheTrafficNeedsFromIndependentToEquallyBurstyCallers(
      double mean,
      double deviation,
      int max,
      int busyAndQueued,
      double full,
      long calls,
      Growth growth,
      Basis basis,
      int now,
      int low,
      int high) {
    BusyThreads busy =
        new BusyThreads(
            new Average(mean, deviation), 0, max, max, 0, full, new Waiting(0, busyAndQueued));
    CallRate rate = new CallRate(calls, 1.0, 1.0, 1.0, null);
    HoldTime hold = new HoldTime(1.0, 1.0, growth, null, 1, List.of());

    assertThat(NeededThreads.of(pool(), busy, rate, hold, List.of()))
        .isEqualTo(new NeededThreads(basis, now, low, high));
  }

  /**
   * With 4 busy threads on average, 15 are busy for 0.00199 % of the calls, and 16 for 0.00049 %
   * (tables of the Poisson distribution): of 1,000 calls 0.020 and 0.005.
   */
  @ParameterizedTest
  @CsvSource({"1000, 20, 16", "500, 20, 15", "1000, 11, 11"})
  void peaksBetweenSamplesNeedThreadsToo(int calls, int max, int now) {
    List<TimedPoolSecond> uses = List.of(use(0, calls, SITES, 4, 4));
    PoolSetup setup = pool("DubboServerHandler-10.0.0.1:20880-thread-7", max, 0);

    assertThat(
            NeededThreads.of(
                    setup,
                    BusyThreads.of(setup, uses),
                    CallRate.of(setup, uses),
                    HoldTime.of(setup, uses),
                    uses)
                .now())
        .isEqualTo(now);
  }

  @Test
  void busyThreadsAreCountedByTime() {
    List<TimedPoolSecond> uses = List.of(use(0, 10, SITES, 1, 2), use(1, 10, SITES, 3, 20));

    assertThat(BusyThreads.of(pool(), uses))
        .isEqualTo(
            new BusyThreads(
                new Average(6.5, Math.sqrt(61.25)), 2, 20, 20, 1_000, 0.25, new Waiting(0, 20)));
  }

  @Test
  void oneSampleInAThousandMayExceedTheHighestQuantile() {
    List<TimedPoolSecond> uses =
        IntStream.range(0, 1000)
            .mapToObj(second -> use(second, 1, SITES, second == 7 ? 19 : 4))
            .toList();
    BusyThreads busy = BusyThreads.of(pool(), uses);

    assertThat(busy.p999()).isEqualTo(4);
    assertThat(busy.max()).isEqualTo(19);
    assertThat(busy.maxAtMillis()).isEqualTo(7_000);
  }

  @Test
  void queuedTasksWouldHaveNeededThreads() {
    List<TimedPoolSecond> uses = List.of(queued(0, 10, SITES, 5, 20, 20), use(1, 10, SITES, 3));

    assertThat(BusyThreads.of(pool(), uses).waiting()).isEqualTo(new Waiting(5, 25));
  }

  @Test
  void burstinessIsTheVarianceOfCountsByTheirMean() {
    List<TimedPoolSecond> uses = List.of(use(0, 90, SITES, 1), use(1, 110, SITES, 1));

    assertThat(CallRate.of(pool(), uses)).isEqualTo(new CallRate(200, 100.0, 110.0, 1.0, null));
  }
}
