package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.journal.Durations;
import io.poolbench.study.StopLimits.Limits;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten users whose calls take 10 ms: 1,000 calls a second. */
class GuardedLoadTest {
  private static final int USERS = 10;
  private static final long SECOND = 1_000_000_000;
  private static final double NO_RATE = Double.POSITIVE_INFINITY;

  private final SimulatedTime time = new SimulatedTime();
  private final GuardedLoad.CallRate rate = new GuardedLoad.CallRate();
  private final FailureReasons reasons = new FailureReasons();

  @Test
  void callsStopWithinFiveSecondsWhereMoreFailThanTheLimit() throws Exception {
    Load load = ending(Outcome.ERROR, 10);
    GuardedLoad guarded = guarded(load, new Limits(5, NO_RATE, false, false));
    guarded.level(USERS);

    assertThatExceptionOfType(CallsStoppedException.class)
        .isThrownBy(() -> guarded.clock().sleepUntil(60 * SECOND))
        .withMessageContaining("500 of 5,000 calls")
        .withMessageContaining("limit 5.0 %")
        .withMessageContaining("a reason");
    assertThat(time.nanoTime()).isEqualTo(5 * SECOND);
    time.sleepUntil(6 * SECOND);
    assertThat(load.inFlight()).isZero();
    long sent = load.take().calls().total();
    time.sleepUntil(7 * SECOND);
    assertThat(load.take().calls().total()).as("after %d", sent).isZero();
  }

  /** A failure early in a long measurement is not hidden by the good calls before it. */
  @Test
  void aProviderThatBeginsToFailAfterAnHourStopsTheCallsAsSoon() throws Exception {
    AtomicLong failsFrom = new AtomicLong(Long.MAX_VALUE);
    GuardedLoad guarded =
        guarded(
            load(call -> time.nanoTime() >= failsFrom.get() ? Outcome.ERROR : Outcome.OK),
            new Limits(5, NO_RATE, false, false));
    guarded.level(USERS);
    guarded.clock().sleepUntil(3_600 * SECOND);
    failsFrom.set(time.nanoTime());

    assertThatExceptionOfType(CallsStoppedException.class)
        .isThrownBy(() -> guarded.clock().sleepUntil(7_200 * SECOND));
    assertThat(time.nanoTime()).isLessThanOrEqualTo(3_610 * SECOND);
  }

  /** Overload is what a study of pools is about; timeouts count where other consumers wait, too. */
  @ParameterizedTest(name = "{0} of one in {1} calls, limit {2} %, of timeouts {3}, refusals {4}")
  @CsvSource({
    "ERROR, 25, 5, false, false, false",
    "ERROR, 1, 100, true, true, false",
    "REJECTED, 2, 5, false, false, false",
    "REJECTED, 2, 5, true, false, false",
    "REJECTED, 2, 5, true, true, true",
    "TIMEOUT, 2, 5, false, false, false",
    "TIMEOUT, 2, 5, true, false, true",
  })
  void callsStopWhereMoreErrorsThanTheLimitAreShown(
      Outcome outcome,
      int oneIn,
      double limitPct,
      boolean ofTimeouts,
      boolean ofRefusals,
      boolean stops)
      throws Exception {
    GuardedLoad guarded =
        guarded(ending(outcome, oneIn), new Limits(limitPct, NO_RATE, ofTimeouts, ofRefusals));
    guarded.level(USERS);

    assertThat(isStopped(guarded, 60)).isEqualTo(stops);
  }

  @ParameterizedTest
  @CsvSource({"900, true", "1100, false"})
  void callsStopAfterASecondAboveTheRate(double limit, boolean stops) throws Exception {
    GuardedLoad guarded = guarded(ending(Outcome.OK, 1), new Limits(100, limit, true, false));
    guarded.level(USERS);

    assertThat(isStopped(guarded, 20)).isEqualTo(stops);
    assertThat(time.nanoTime()).isEqualTo((stops ? 1 : 20) * SECOND);
  }

  /** Pools that take turns of 0.4 s call the same provider: 800 calls in each second. */
  @ParameterizedTest
  @CsvSource({"700, true", "900, false"})
  void callsOfSeveralPoolsStopAboveTheirRateTogether(double limit, boolean stops) throws Exception {
    List<GuardedLoad> pools =
        List.of(
            guarded(ending(Outcome.OK, 1), new Limits(100, limit, true, false)),
            guarded(ending(Outcome.OK, 1), new Limits(100, limit, true, false)));
    boolean stopped = false;
    for (int turn = 0; turn < 20 && !stopped; turn++) {
      GuardedLoad pool = pools.get(turn % 2);
      pool.level(USERS);
      pool.clock().sleepUntil(time.nanoTime() + SECOND * 4 / 10);
      pool.level(0);
      time.sleepUntil(time.nanoTime() + SECOND / 10);
      try {
        pool.take();
      } catch (CallsStoppedException e) {
        stopped = true;
      }
    }
    assertThat(stopped).isEqualTo(stops);
  }

  /** Of some 500 calls in a turn 50 fail, before or after a turn of others. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aLostConnectionIsNotJudgedByTheTimeOfOthers(boolean before) throws Exception {
    AtomicLong failsFrom = new AtomicLong(before ? 0 : Long.MAX_VALUE);
    AtomicLong failsUntil = new AtomicLong(before ? SECOND / 20 : 0);
    GuardedLoad guarded =
        guarded(
            load(
                call ->
                    time.nanoTime() >= failsFrom.get() && time.nanoTime() < failsUntil.get()
                        ? Outcome.ERROR
                        : Outcome.OK),
            new Limits(5, NO_RATE, false, false));
    guarded.level(USERS);
    guarded.clock().sleepUntil(SECOND / 2);
    guarded.level(0);
    guarded.take();
    time.sleepUntil(9 * SECOND);
    guarded.take();
    if (!before) {
      failsFrom.set(9 * SECOND);
      failsUntil.set(9 * SECOND + SECOND / 20);
    }
    guarded.level(USERS);
    guarded.clock().sleepUntil(9 * SECOND + SECOND / 2);
    guarded.take();
    guarded.clock().sleepUntil(20 * SECOND);
    failsFrom.set(20 * SECOND);
    failsUntil.set(Long.MAX_VALUE);

    assertThat(isStopped(guarded, 40)).as("fails from then on").isTrue();
    assertThat(time.nanoTime()).isLessThanOrEqualTo(30 * SECOND);
  }

  /** What is measured is the same as without the guard. */
  @ParameterizedTest
  @EnumSource(Outcome.class)
  void anIntervalContainsTheCallsThatWereExaminedBefore(Outcome outcome) throws Exception {
    SimulatedTime otherTime = new SimulatedTime();
    Load alone = load(call -> call % 50 == 0 ? outcome : Outcome.OK, otherTime);
    GuardedLoad guarded =
        guarded(
            load(call -> call % 50 == 0 ? outcome : Outcome.OK),
            new Limits(5, 1_100, false, false));
    for (int step = 1; step <= 3; step++) {
      alone.level(step);
      otherTime.sleepUntil(SECOND * 7 * step);
      guarded.level(step);
      guarded.clock().sleepUntil(SECOND * 7 * step);

      Interval expected = alone.take();
      Interval taken = guarded.take();
      assertThat(taken.times().response().histogram())
          .isEqualTo(expected.times().response().histogram());
      assertThat(taken.calls().total()).isEqualTo(expected.calls().total()).isPositive();
      assertThat(taken.calls().growth()).isEqualTo(expected.calls().growth());
      assertThat(UserTimes.spentNanos(taken)).isEqualTo(UserTimes.spentNanos(expected));
      assertThat(taken.end()).isEqualTo(expected.end());
    }
  }

  /** A step of a day is thousands of intervals, each with durations of its own. */
  @Test
  void theIntervalsOfALongSleepAreMergedAsTheyCome() throws Exception {
    List<WeakReference<Durations>> taken = new ArrayList<>();
    GuardedLoad guarded =
        guarded(recorded(ending(Outcome.OK, 1), taken), new Limits(5, NO_RATE, false, false));
    guarded.level(1);
    guarded.clock().sleepUntil(600 * SECOND);

    System.gc();
    assertThat(taken)
        .hasSize(119)
        .filteredOn(each -> each.get() != null)
        .hasSizeLessThan(GuardedLoad.MAX_UNTAKEN);
    assertThat(guarded.take().calls().ok()).isEqualTo(60_000);
  }

  /** Records the intervals that a load gives, without keeping them. */
  private static Load recorded(Load load, List<WeakReference<Durations>> taken) {
    return (Load)
        Proxy.newProxyInstance(
            Load.class.getClassLoader(),
            new Class<?>[] {Load.class},
            (self, method, arguments) -> {
              Object result = method.invoke(load, arguments);
              if (result instanceof Interval interval) {
                taken.add(new WeakReference<>(interval.times().response()));
              }
              return result;
            });
  }

  /** A limit of calls answers by an error which is none of the program's. */
  @ParameterizedTest
  @CsvSource({
    "status 70: io.github.resilience4j.ratelimiter.RequestNotPermitted: not permitted, false",
    "status 70: java.lang.IllegalStateException, true"
  })
  void callsThatAKnownLimitRefusesAreNoErrors(String reason, boolean stops) throws Exception {
    Load load =
        load(
            call -> {
              if (call % 2 == 0) {
                return Outcome.OK;
              }
              reasons.count(reason);
              return Outcome.ERROR;
            });
    GuardedLoad guarded =
        new GuardedLoad(load, time, new Limits(5, NO_RATE, false, false), rate, reasons);
    guarded.level(USERS);
    // As after a warm-up, between two times at which errors are examined.
    time.after(7 * SECOND, reasons::clear);

    assertThat(isStopped(guarded, 60)).isEqualTo(stops);
  }

  private boolean isStopped(GuardedLoad guarded, int seconds) throws InterruptedException {
    try {
      guarded.clock().sleepUntil(seconds * SECOND);
      return false;
    } catch (CallsStoppedException e) {
      return true;
    }
  }

  private GuardedLoad guarded(Load load, Limits limits) {
    reasons.count("a reason");
    return new GuardedLoad(load, time, limits, rate, reasons);
  }

  /** One call in so many ends with the outcome, the others well. */
  private Load ending(Outcome outcome, int oneIn) throws IOException {
    return load(call -> call % oneIn == 0 ? outcome : Outcome.OK);
  }

  private Load load(LongFunction<Outcome> outcomes) throws IOException {
    return load(outcomes, time);
  }

  private static Load load(LongFunction<Outcome> outcomes, SimulatedTime time) throws IOException {
    Target.Factory server = SimulatedServer.of(time, USERS, 0, Draws.fixed(10), () -> 0);
    AtomicLong calls = new AtomicLong();
    return time.closed(
        (slots, completion) ->
            server.open(
                slots,
                (slot, outcome, sent, answered) ->
                    completion.completed(
                        slot, outcomes.apply(calls.incrementAndGet()), sent, answered)),
        USERS);
  }
}
