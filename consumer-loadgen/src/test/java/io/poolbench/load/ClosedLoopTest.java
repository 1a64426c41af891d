package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.journal.CallSum;
import io.poolbench.study.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {
  private final SimulatedTime time = new SimulatedTime();

  @Test
  void driverLatenessIsInThinkTimeAndLagNotInTheResponse() throws Exception {
    SimulatedTime late = new SimulatedTime(3 * MILLI);
    try (Load load = open(1, 20_000, late)) {
      load.level(1);
      late.sleepUntil(30 * MILLI);
      load.take();
      late.sleepUntil(late.nanoTime() + 280 * MILLI);

      Interval interval = load.take();
      assertThat(interval.calls().total()).as("a cycle of 20 + 3 + 5 ms").isEqualTo(10);
      assertThat(interval.calls().sum(CallSum.THINK_NANOS)).isEqualTo(10 * 23 * MILLI);
      assertThat(interval.times().lag().meanNanos()).isCloseTo(3 * MILLI, withinPercentage(0.1));
      assertThat(interval.times().lag().maxNanos() / MILLI).isEqualTo(3);
      assertThat(interval.times().response().maxNanos() / MILLI).isEqualTo(5);
    }
  }

  /** 1,000 users at once would be a burst that is the driver's own, and stay one. */
  @Test
  void newUsersStartAtARandomInstantOfTheirThinkTime() throws Exception {
    int users = 1_000;
    try (Load load = open(users, 100_000, time)) {
      load.level(users);
      // A call is 5 ms long, 1/20 of a pause: about 50 users are in one, standard deviation 7.
      for (int sample = 0; sample < 5; sample++) {
        time.sleepUntil(time.nanoTime() + 10 * MILLI);
        assertThat(load.inFlight()).isBetween(22, 78);
      }
    }
  }

  @Test
  void usersThatStopWhileThinkingResumeWithOneThinkTime() throws Exception {
    int users = 40;
    try (Load load = open(users, 20_000, time)) {
      for (int round = 0; round < 30; round++) {
        load.level(round % 2 == 0 ? users : round % 7);
        time.sleepUntil(time.nanoTime() + (3 + 7 * (round % 5)) * MILLI);
      }
      load.level(users);
      time.sleepUntil(time.nanoTime() + 100 * MILLI);
      load.take();
      time.sleepUntil(time.nanoTime() + 250 * MILLI);

      assertThat(load.take().calls().total()).as("10 cycles of 25 ms each").isEqualTo(10L * users);
    }
  }

  /** As at a low level after the warm-up: 35 of 40 users then stop in the window, after a pause. */
  @Test
  void timeOfUsersWhoStopAfterTheirPauseIsNoTimeOfTheLevel() throws Exception {
    try (Load load = open(40, 1_000_000, time)) {
      load.level(40);
      time.sleepUntil(3_000 * MILLI);
      load.level(5);
      time.sleepUntil(time.nanoTime() + 100 * MILLI);
      // Users whose calls were in flight at the change have ended them.
      load.take();
      time.sleepUntil(time.nanoTime() + 2_000 * MILLI);

      assertThat(UserTimes.spentNanos(load.take())).isCloseTo(5 * 2e9, withinPercentage(0.5));
    }
  }

  @Test
  void drainBeforeDoesNotStopUsers() throws Exception {
    try (Load load = open(10, 0, time)) {
      load.level(10);
      long before = time.nanoTime();
      load.drainBefore(4, Duration.ofSeconds(1));
      assertThat(time.nanoTime()).isEqualTo(before);
      assertThat(load.inFlight()).isEqualTo(10);
    }
  }

  @Test
  void drainWaitsForCallsButNotForThinkTimes() throws Exception {
    try (Load load = open(10, 60_000_000, time)) {
      load.level(10);
      time.sleepUntil(90_000 * MILLI);

      assertThat(load.drain(Duration.ofMillis(10))).isTrue();
      long calls = load.take().calls().total();
      time.sleepUntil(time.nanoTime() + 200_000 * MILLI);

      assertThat(calls).isPositive();
      assertThat(load.take().calls().total()).isZero();
    }
  }

  /** In each interval, also where no call ends: ended and unfinished cycles are all users' time. */
  @Property(tries = 50)
  void usersTimeIsInEndedAndUnfinishedCycles(
      @ForAll @IntRange(min = 1, max = 30) int users,
      @ForAll @IntRange(max = 40) int thinkMillis,
      @ForAll @IntRange(min = 1, max = 6) int threads,
      @ForAll @IntRange(max = 4) int lateMillis,
      @ForAll long seed)
      throws Exception {
    SimulatedTime ownTime = new SimulatedTime(lateMillis * MILLI);
    SplittableRandom random = new SplittableRandom(seed);
    Target.Factory server =
        SimulatedServer.of(ownTime, threads, 1_000, Draws.exponential(random, 20), () -> 0);
    Workload.Closed loop = new Workload.Closed(1_000L * thinkMillis, 0);
    try (Load load = ownTime.closed(server, users, loop)) {
      load.level(users);
      // Until each has started: think times begin at a random instant of one.
      ownTime.sleepUntil(2_000 * MILLI);
      load.take();
      for (int window = 0; window < 10; window++) {
        long before = ownTime.nanoTime();
        ownTime.sleepUntil(before + (1 + random.nextInt(50)) * MILLI);
        Interval interval = load.take();
        double expected = (double) users * (ownTime.nanoTime() - before);
        // The histogram has three digits of the ended calls' times.
        double rounding =
            0.001 * (UserTimes.spentNanos(interval) - interval.calls().sum(CallSum.CARRIED_NANOS));
        assertThat(UserTimes.spentNanos(interval)).isCloseTo(expected, within(rounding + 1));
      }
    }
  }

  /**
   * Four users of one thread without a queue, calls of 5 ms: without a back-off 3 users fill the
   * time with refusals of 1 ms, with one of 20 ms a user is refused 48 times a second at most.
   */
  @ParameterizedTest(name = "{0}, {1} us")
  @CsvSource({"REJECTED, 0, 2400, 4000", "REJECTED, 20000, 60, 160", "ERROR, 20000, 60, 160"})
  void aUserWhoseCallFailsComesBackAfterItsBackoff(
      Outcome failure, long backoffMicros, long least, long most) throws Exception {
    Target.Factory server = SimulatedServer.of(time, 1, 0, Draws.fixed(5), Draws.fixed(1));
    Target.Factory refusing =
        (slots, completion) ->
            server.open(
                slots,
                (user, outcome, sent, answered) ->
                    completion.completed(
                        user, outcome == Outcome.OK ? outcome : failure, sent, answered));
    Workload.Closed loop = new Workload.Closed(0, backoffMicros);
    try (Load load = time.closed(refusing, 4, loop)) {
      load.level(4);
      time.sleepUntil(200 * MILLI);
      load.take();
      time.sleepUntil(time.nanoTime() + 1_000 * MILLI);

      Interval interval = load.take();
      long failed =
          failure == Outcome.ERROR ? interval.calls().error() : interval.calls().rejected();
      assertThat(failed).isBetween(least, most);
      assertThat(UserTimes.spentNanos(interval)).isCloseTo(4e9, withinPercentage(0.5));
      assertThat(interval.calls().sum(CallSum.BACKOFF_NANOS))
          .isBetween(failed * backoffMicros * 700, 3_100 * MILLI);
      assertThat(interval.times().lag().count()).as("no schedule to keep").isZero();
    }
  }

  @Test
  void aTimeoutIsFollowedByNoBackoff() throws Exception {
    List<Long> sent = new ArrayList<>();
    Target.Factory silent =
        FreezingServer.of(
            time,
            now -> {
              sent.add(now / MILLI);
              return Long.MAX_VALUE / 2;
            });
    Target.Factory timingOut = ImpatientClient.of(time, 50 * MILLI, silent);
    try (Load load = time.closed(timingOut, 1, new Workload.Closed(0, 100_000))) {
      load.level(1);
      time.sleepUntil(120 * MILLI);

      assertThat(sent).containsExactly(0L, 50L, 100L);
    }
  }

  /** Calls of 5 ms. */
  private static Load open(int users, long thinkMicros, SimulatedTime time) throws IOException {
    return time.closed(
        SimulatedServer.of(time, users, 0, Draws.fixed(5), () -> 0),
        users,
        new Workload.Closed(thinkMicros, 0));
  }
}
