package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.CallSum;
import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ArrivalProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final SimulatedTime time = new SimulatedTime();

  @Test
  void theBacklogAtARateChangeIsUnsent() throws Exception {
    try (Load load = open(server(10_000 * MILLI), 5, time)) {
      load.level(100);
      time.sleepUntil(195 * MILLI);
      assertThat(load.take().end().pending().backlog()).isEqualTo(15);

      load.level(10);
      time.sleepUntil(285 * MILLI);

      Interval interval = load.take();
      assertThat(interval.calls().unsent()).isEqualTo(15);
      assertThat(interval.end().pending().backlog()).as("one was due at once").isEqualTo(1);
    }
  }

  @Test
  void theSameRateAgainContinuesTheSequence() throws Exception {
    try (Load load = open(server(MILLI), 5, time)) {
      for (int step = 1; step <= 10; step++) {
        load.level(10);
        time.sleepUntil(55 * MILLI * step);
      }

      assertThat(load.take().calls().total()).as("due at 0, 100, .. 500 ms").isEqualTo(6);
    }
  }

  @Test
  void freeSlotsAreUsedInTurn() throws Exception {
    List<Long> used = new ArrayList<>();
    Target.Factory recording =
        FreezingServer.of(
            time,
            (slot, sent) -> {
              used.add(slot);
              return sent + MILLI;
            });
    try (Load load = open(recording, 4, time)) {
      load.level(100);
      time.sleepUntil(75 * MILLI);

      assertThat(used).containsExactly(0L, 1L, 2L, 3L, 0L, 1L, 2L, 3L);
    }
  }

  /** Late by 3 ms at every act, as a driver that lacks CPU is. */
  @Test
  void driverLatenessIsInResponseSendDelayAndLagNotInServiceTime() throws Exception {
    SimulatedTime late = new SimulatedTime(3 * MILLI);
    Target.Factory server = SimulatedServer.of(late, 100, 0, Draws.fixed(5), () -> 0);
    try (Load load = open(server, 100, late)) {
      late.sleepUntil(10 * MILLI);
      load.level(10);
      late.sleepUntil(1_000 * MILLI);

      Interval interval = load.take();
      assertThat(interval.calls().ok()).isEqualTo(10);
      assertThat(interval.times().service().histogram()).isEqualTo(tenTimes(5));
      assertThat(interval.times().response().histogram()).isEqualTo(tenTimes(8));
      assertThat(interval.times().sendDelay().histogram()).isEqualTo(tenTimes(3));
      assertThat(interval.times().lag().histogram()).isEqualTo(tenTimes(3));
    }
  }

  private static Histogram tenTimes(long millis) {
    Histogram histogram = new Histogram(1, StripedHistogram.HIGHEST_NANOS, 3);
    histogram.recordValueWithCount(millis * MILLI, 10);
    return histogram;
  }

  /** The wait for a slot is what the bound costs; what the driver adds is what comes after it. */
  @Test
  void lagExcludesTheWaitForASlot() throws Exception {
    SimulatedTime late = new SimulatedTime(3 * MILLI);
    Target.Factory server = SimulatedServer.of(late, 100, 0, Draws.fixed(50), () -> 0);
    try (Load load = open(server, 1, late)) {
      load.level(100);
      late.sleepUntil(900 * MILLI);

      Interval interval = load.take();
      assertThat(interval.times().sendDelay().maxNanos() / MILLI).isGreaterThan(500);
      assertThat(interval.times().lag().maxNanos() / MILLI).isEqualTo(3);
    }
  }

  @Test
  void drainSendsNothingAndWaitsForCallsInFlight() throws Exception {
    try (Load load = open(server(50 * MILLI), 3, time)) {
      load.level(1_000);
      time.sleepUntil(100 * MILLI - 1);

      assertThat(load.drain(Duration.ofMillis(1))).isFalse();
      assertThat(load.drain(Duration.ofMillis(100))).isTrue();

      Interval interval = load.take();
      assertThat(interval.calls().total()).isEqualTo(6);
      assertThat(interval.calls().unsent()).isEqualTo(94);
      assertThat(interval.end().pending().backlog()).isZero();
    }
  }

  @Test
  void aLowerOrEqualRateStartsWithoutBacklog() throws Exception {
    try (Load load = open(server(50 * MILLI), 3, time)) {
      load.level(1_000);
      time.sleepUntil(120 * MILLI);

      load.drainBefore(1_001, Duration.ofSeconds(1));
      assertThat(time.nanoTime()).as("a rising rate is not drained").isEqualTo(120 * MILLI);
      assertThat(load.inFlight()).isEqualTo(3);

      load.drainBefore(40, Duration.ofSeconds(1));
      assertThat(load.inFlight()).isZero();
      load.take();
      load.level(40);
      time.sleepUntil(time.nanoTime() + 1_000 * MILLI);
      Interval interval = load.take();
      assertThat(interval.calls().unsent()).isZero();
      assertThat(interval.times().response().maxNanos() / MILLI).isEqualTo(50);

      // The same again is a new step too.
      load.drainBefore(40, Duration.ofSeconds(1));
      assertThat(load.inFlight()).isZero();
    }
  }

  @Test
  void poissonArrivalsDependOnSeedAndChangeOfRate() throws Exception {
    int inAMinute;
    try (Load load = open(ArrivalProcess.POISSON)) {
      load.level(400);
      inAMinute = calls(load, 60_000);
      // Of mean and variance 24,000: 4 standard deviations are 620.
      assertThat(inAMinute).isCloseTo(24_000, within(620));
      load.level(200);
      load.level(400);
      assertThat(calls(load, 60_000)).isNotEqualTo(inAMinute);
    }
    try (Load again = open(ArrivalProcess.POISSON)) {
      again.level(400);
      assertThat(calls(again, 60_000)).isEqualTo(inAMinute);
    }
  }

  private int calls(Load load, long millis) {
    // Not the request that is due at the very end.
    time.sleepUntil(time.nanoTime() + millis * MILLI - 1);
    Interval interval = load.take();
    assertThat(interval.calls().unsent() + interval.end().pending().backlog()).isZero();
    return (int) interval.calls().total();
  }

  /** Calls take no time: what was sent has ended. */
  private Load open(ArrivalProcess arrivals) throws Exception {
    Workload workload = new Workload.Open(arrivals, "");
    return Loads.open(workload, 50, TIMEOUT, 1, server(1), time, time);
  }

  /** In each interval, whatever happens: due = ended + unsent + change of in flight and backlog. */
  @Property(tries = 100)
  void theLedgerOfEveryIntervalBalances(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 3_000) Integer> rates,
      @ForAll @IntRange(min = 1, max = 20) int slots,
      @ForAll @IntRange(min = 1, max = 10) int threads,
      @ForAll @IntRange(max = 5) int queue,
      @ForAll @IntRange(min = 1, max = 100) int timeoutMillis,
      @ForAll @IntRange(max = 4) int lateMillis,
      @ForAll long seed)
      throws Exception {
    SimulatedTime ownTime = new SimulatedTime(lateMillis * MILLI);
    SplittableRandom random = new SplittableRandom(seed);
    Target.Factory server =
        SimulatedServer.of(
            ownTime, threads, queue, Draws.exponential(random, 8), Draws.exponential(random, 1));
    IntFunction<Arrivals> poisson = to -> Arrivals.poisson(to, seed + to);
    long due = 0;
    try (Load load = ownTime.open(server, slots, Duration.ofMillis(timeoutMillis), poisson)) {
      List<Interval> intervals = new ArrayList<>();
      int before = 0;
      long startedNanos = 0;
      for (int rate : rates) {
        if (rate != before) {
          due += due(before, seed + before, ownTime.nanoTime() - startedNanos - 1);
          startedNanos = ownTime.nanoTime();
          before = rate;
        }
        load.level(rate);
        ownTime.sleepUntil(ownTime.nanoTime() + (20 + random.nextInt(200)) * MILLI);
        intervals.add(load.take());
        Interval last = intervals.get(intervals.size() - 1);
        assertThat(last.end().pending().ages().count())
            .isEqualTo(load.inFlight() + last.end().pending().backlog());
        assertThat(load.inFlight()).isLessThanOrEqualTo(slots);
      }
      load.level(0);
      due += due(before, seed + before, ownTime.nanoTime() - startedNanos - 1);
      ownTime.sleepUntil(ownTime.nanoTime() + 10 * MILLI);
      intervals.add(load.take());

      Interval all = Interval.merge(intervals);
      assertThat(intervals)
          .allSatisfy(
              each ->
                  assertThat(each.calls().sum(CallSum.DUE))
                      .isEqualTo(
                          each.calls().total() + each.calls().unsent() + each.calls().growth()));
      assertThat(all.calls().sum(CallSum.DUE))
          .as("by a second reading of the arrivals")
          .isEqualTo(due);
    }
  }

  private static long due(int perSecond, long seed, long withinNanos) {
    if (perSecond == 0) {
      return 0;
    }
    Arrivals arrivals = Arrivals.poisson(perSecond, seed);
    long count = 0;
    while (arrivals.nextNanos() <= withinNanos) {
      count++;
    }
    return count;
  }

  private Target.Factory server(long serviceNanos) {
    return SimulatedServer.of(time, 1_000, 0, () -> serviceNanos, () -> 0);
  }

  private static Load open(Target.Factory server, int slots, SimulatedTime time)
      throws IOException {
    return time.open(server, slots, TIMEOUT, Draws.constantRate());
  }
}
