package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.CallSum;
import io.poolbench.study.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the real closed loop, recorder and runner against the machine repairman's model, in
 * simulated time: users who think for 4 ms on average, at servers of 1 ms.
 */
class ClosedLoopOracleTest {
  private static final int WINDOWS = 16;
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final double SERVICE_MILLIS = 1;
  private static final double THINK_MILLIS = 4;

  private final SimulatedTime time = new SimulatedTime();
  private final SplittableRandom random = new SplittableRandom(20260101);

  /** Outside the driver: no think time, but a network time as long as one. */
  @ParameterizedTest(name = "{0} users, {1} threads")
  @CsvSource({"1, 4", "8, 4", "24, 1", "50, 16"})
  void networkTimeIsPartOfTheResponse(int users, int threads) throws Exception {
    var windows = run(server(threads, Draws.exponential(random, THINK_MILLIS)), users, 0);

    double throughput =
        QueueTheory.repairmanThroughput(users, threads, SERVICE_MILLIS, THINK_MILLIS);
    throughput(windows).agreesWith("calls a ms", throughput, 0.01);
    Estimate.of(windows, window -> window.times().response().meanNanos() / MILLI)
        .agreesWith("mean response", users / throughput, 0.01);
  }

  /** In the driver: throughput is the same for any distribution of think times. */
  @ParameterizedTest(name = "{0} users, {1} threads")
  @CsvSource({"1, 4", "24, 4", "8, 4", "24, 1", "50, 16"})
  void thinkTimeIsPartOfTheCycleButNotOfTheResponse(int users, int threads) throws Exception {
    var windows = run(server(threads, () -> 0), users, Math.round(THINK_MILLIS * 1000));

    double throughput =
        QueueTheory.repairmanThroughput(users, threads, SERVICE_MILLIS, THINK_MILLIS);
    throughput(windows).agreesWith("calls a ms", throughput, 0.01);
    Estimate.of(windows, window -> window.times().response().meanNanos() / MILLI)
        .agreesWith("mean response", users / throughput - THINK_MILLIS, 0.03);
    Interval all = Interval.merge(windows);
    // Little's law: exact but for the calls that the window's ends cut.
    assertThat(
            all.calls().total()
                * UserTimes.cycleMeanNanos(all)
                / (WINDOWS * (double) WINDOW.toNanos()))
        .isCloseTo((double) users, within(0.002 * users));
    assertThat((double) all.calls().sum(CallSum.THINK_NANOS) / MILLI / all.calls().total())
        .isCloseTo(THINK_MILLIS, within(0.0005));
    assertThat(all.times().lag().maxNanos()).isZero();
    assertThat(all.times().lag().count()).isEqualTo(all.calls().total());
    assertThat(all.times().sendDelay().count()).isZero();
  }

  /** N users, some of whose calls are rejected at once. */
  @ParameterizedTest(name = "think time of {0} us")
  @ValueSource(longs = {0, 500})
  void rejectedCallsAreInLittlesLaw(long thinkMicros) throws Exception {
    var windows =
        run(
            SimulatedServer.of(
                time, 4, 2, Draws.exponential(random, 2), Draws.exponential(random, 1)),
            30,
            thinkMicros);

    Interval all = Interval.merge(windows);
    assertThat(all.calls().rejected()).isPositive();
    assertThat(
            all.calls().total()
                * UserTimes.cycleMeanNanos(all)
                / (WINDOWS * (double) WINDOW.toNanos()))
        .isCloseTo(30, within(0.06));
  }

  private Target.Factory server(int threads, LongSupplier networkNanos) {
    return SimulatedServer.of(
        time, threads, Integer.MAX_VALUE, Draws.exponential(random, SERVICE_MILLIS), networkNanos);
  }

  private List<Interval> run(Target.Factory server, int users, long thinkMicros) throws Exception {
    try (Load load = time.closed(server, users, new Workload.Closed(thinkMicros, 0))) {
      var runner = SliceRunners.of(load, time);
      List<Interval> windows = new ArrayList<>();
      for (int window = 0; window < WINDOWS; window++) {
        Duration settle = window == 0 ? Duration.ofSeconds(2) : Duration.ZERO;
        windows.add(SliceRunners.interval(SliceRunners.step(runner, users, settle, WINDOW)));
      }
      return windows;
    }
  }

  private static Estimate throughput(List<Interval> windows) {
    return Estimate.of(
        windows, window -> window.calls().total() * (double) MILLI / WINDOW.toNanos());
  }
}
