package io.poolbench.observe;

import static io.poolbench.observe.Seconds.SLEEPING;
import static io.poolbench.observe.Seconds.pool;
import static io.poolbench.observe.Seconds.queued;
import static io.poolbench.observe.Seconds.use;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.PoolSetup.Counting;
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
  private static final FoundLimit NOTHING = new FoundLimit(FoundLimit.Kind.NONE, "", 0, null);

  @ParameterizedTest
  @CsvSource({
    // mean, deviation, max, queued and busy, share of time full, calls, growth, limit
    "6, 2.4, 12, 12, 0, 200, STEADY, NONE, WATCHED, 12, 23, 24",
    "6, 2.4, 12, 12, 0, 200, UNKNOWN, NONE, WATCHED, 12, 23, 24",
    "0.1, 0.3, 2, 2, 0, 200, STEADY, NONE, WATCHED, 2, 2, 4",
    "6, 2.4, 12, 12, 0, 199, STEADY, NONE, TOO_LITTLE_TRAFFIC, 12, 23, 24",
    "6, 2.4, 12, 12, 0, 200, GROWS, NONE, GROWING, 12, 23, 24",
    "19, 2, 20, 20, 0.5, 10000, STEADY, NONE, FULL, 20, 40, 40",
    "20, 0, 20, 20, 1, 0, UNKNOWN, NONE, FULL, 20, 40, 40",
    "6, 2.4, 12, 19, 0, 200, STEADY, NONE, WATCHED, 19, 23, 38",
    "6, 2.4, 12, 12, 0, 200, STEADY, CONNECTIONS, LIMITED, 12, 23, 24",
    "6, 2.4, 12, 12, 0, 200, GROWS, CONNECTIONS, GROWING, 12, 23, 24"
  })
  void twiceTheTrafficNeedsFromIndependentToEquallyBurstyCallers(
      double mean,
      double deviation,
      int max,
      int busyAndQueued,
      double full,
      long calls,
      Growth growth,
      FoundLimit.Kind limit,
      Basis basis,
      int now,
      int low,
      int high) {
    BusyThreads busy =
        new BusyThreads(
            new Average(mean, deviation), 0, max, max, 0, full, new Waiting(0, busyAndQueued));
    CallRate rate = new CallRate(calls, 1.0, 1.0, 1.0, null);
    HoldTime hold = new HoldTime(1.0, 1.0, growth, null, 1, List.of());

    FoundLimit found = new FoundLimit(limit, "", 1, null);
    assertThat(NeededThreads.of(pool(), busy, rate, hold, found, List.of()))
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

    assertThat(needed(setup, uses).now()).isEqualTo(now);
  }

  private static NeededThreads needed(PoolSetup setup, List<TimedPoolSecond> uses) {
    return NeededThreads.of(
        setup,
        BusyThreads.of(setup, uses),
        CallRate.of(setup, uses),
        HoldTime.of(setup, uses),
        NOTHING,
        uses);
  }

  @Test
  void busyThreadsAreCountedByTime() {
    List<TimedPoolSecond> uses = List.of(use(0, 10, SITES, 1, 2), use(1, 10, SITES, 3, 20));

    assertThat(BusyThreads.of(pool(), uses))
        .isEqualTo(
            new BusyThreads(
                new Average(6.5, Math.sqrt(61.25)), 2, 20, 20, 1_000, 0.25, new Waiting(0, 20)));
  }

  @ParameterizedTest
  @CsvSource({
    // type, core, max, queue; busy, queued; whether a further task waits or is refused
    "java.util.concurrent.ThreadPoolExecutor, 10, 200, 1000, 10, 900, 1",
    "java.util.concurrent.ThreadPoolExecutor, 10, 200, 1000, 10, 0, 0",
    "java.util.concurrent.ThreadPoolExecutor, 10, 200, 1000, 60, 1, 0",
    "java.util.concurrent.ThreadPoolExecutor, 10, 2147483647, -1, 10, 5, 1",
    "java.util.concurrent.ThreadPoolExecutor, 0, 200, 1000, 1, 5, 1",
    "java.util.concurrent.ThreadPoolExecutor, 10, 10, 1000, 10, 0, 1",
    "java.util.concurrent.ThreadPoolExecutor, 10, 200, 0, 10, 0, 0",
    "org.apache.dubbo.common.threadpool.support.eager.EagerThreadPoolExecutor, 10, 200, 1000, 10, 1, 0",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor, 10, 200, -1, 10, 1, 0",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor, 10, 200, -1, 199, 2, 1",
    "org.eclipse.jetty.util.thread.QueuedThreadPool, 8, 200, , 8, 1, 0",
    "java.util.concurrent.ScheduledThreadPoolExecutor, 1, 1, -1, 1, 0, 0",
    "java.util.concurrent.ScheduledThreadPoolExecutor, 1, 1, -1, 1, 1, 1"
  })
  void aPoolIsFullIfAFurtherTaskWaits(
      String type, int core, int max, Integer queue, int busy, int queued, double full) {
    PoolSetup setup =
        new PoolSetup(1, type, "pool-1", core, max, false, queue, new Counting(true, false), null);

    assertThat(BusyThreads.of(setup, List.of(queued(0, 10, SITES, queued, busy))).fullShare())
        .isEqualTo(full);
  }

  /** A pool of Jetty's. */
  @ParameterizedTest
  @CsvSource({"199, TOO_LITTLE_TRAFFIC", "200, UNCOUNTED"})
  void aPoolThatCountsNoCallsIsJudgedBySamples(int samples, Basis basis) {
    PoolSetup setup =
        new PoolSetup(1, "", "qtp-1", 8, 200, false, null, new Counting(false, false), null);
    List<TimedPoolSecond> uses =
        IntStream.range(0, samples).mapToObj(second -> use(second, 0, SITES, 1, 0)).toList();

    assertThat(needed(setup, uses).basis()).isEqualTo(basis);
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
