package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Times;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds the real open loop, recorder and runner against queueing theory, in simulated time. The
 * mean service time is 1 ms throughout; rates are per millisecond.
 */
class OpenLoopOracleTest {
  private static final int WINDOWS = 16;
  private static final int CALLS_A_WINDOW = 40_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int SAMPLES = 100;
  private static final int MANY = 4_000;
  private static final int NO_BOUND = Integer.MAX_VALUE;

  private final SimulatedTime time = new SimulatedTime();
  private final SplittableRandom random = new SplittableRandom(20260301);
  private final LongSupplier exponential = Draws.exponential(random, 1);

  @ParameterizedTest(name = "M/M/{0} at {1} a ms")
  @CsvSource({"1, 0.8", "4, 3.0", "16, 13.5"})
  void responseTimesAreThoseOfErlangC(int threads, double arrivals) throws Exception {
    var windows = run(server(threads, NO_BOUND, exponential), MANY, arrivals);

    mean(windows, Times::response)
        .agreesWith("mean", 1 + QueueTheory.meanWait(threads, arrivals, 1), 0.02);
    for (double share : new double[] {0.5, 0.1, 0.01, 0.001}) {
      double millis = QueueTheory.responseTime(share, threads, arrivals, 1);
      beyond(windows, Times::response, millis)
          .agreesWith("share above " + millis + " ms", share, 0.3);
    }
  }

  /**
   * With as many slots as the server has threads the queue is the driver's own backlog: the server
   * never sees one, and yet the response is M/M/c's, since it counts from the intended start.
   */
  @ParameterizedTest(name = "M/M/{0} at {1} a ms")
  @CsvSource({"1, 0.7", "4, 3.0"})
  void waitForASlotIsErlangCsWaitAndPartOfTheResponse(int slots, double arrivals) throws Exception {
    var windows = run(server(1_000, 0, exponential), slots, arrivals);

    double wait = QueueTheory.meanWait(slots, arrivals, 1);
    mean(windows, Times::response).agreesWith("mean response", 1 + wait, 0.02);
    mean(windows, Times::sendDelay).agreesWith("mean send delay", wait, 0.04);
    mean(windows, Times::service).agreesWith("mean service", 1, 0.01);
    for (double millis : new double[] {0.5, 2, 4}) {
      beyond(windows, Times::sendDelay, millis)
          .agreesWith(
              "share of send delays above " + millis + " ms",
              QueueTheory.waitBeyond(millis, slots, arrivals, 1),
              0.1);
    }
    assertThat(windows).allSatisfy(each -> assertThat(each.times().lag().maxNanos()).isZero());
  }

  /** The backlog at an instant is the queue: its mean is Little's, arrivals times wait. */
  @ParameterizedTest(name = "M/M/{0} at {1} a ms")
  @CsvSource({"1, 0.5", "2, 1.4"})
  void meanBacklogFollowsLittlesLaw(int slots, double arrivals) throws Exception {
    try (Load load = open(server(1_000, 0, exponential), slots)) {
      load.level(perSecond(arrivals));
      double[] means = new double[WINDOWS];
      for (int sample = 0; sample < WINDOWS * SAMPLES; sample++) {
        time.sleepUntil(time.nanoTime() + 30 * MILLI);
        means[sample / SAMPLES] += load.take().end().pending().backlog() / (double) SAMPLES;
      }

      Estimate.of(means)
          .agreesWith("mean backlog", arrivals * QueueTheory.meanWait(slots, arrivals, 1), 0.08);
    }
  }

  /** Without a queue it is Erlang B. */
  @ParameterizedTest(name = "M/M/{0}/{1} at {2} a ms")
  @CsvSource({"1, 1, 0.8", "24, 24, 20.0", "4, 10, 3.6", "4, 8, 6.0"})
  void theRejectedShareIsTheProbabilityOfTheFullState(int threads, int capacity, double arrivals)
      throws Exception {
    var windows = run(server(threads, capacity - threads, exponential), MANY, arrivals);

    double[] states = QueueTheory.states(threads, capacity, arrivals);
    double served = arrivals * (1 - states[capacity]);
    double present = 0;
    for (int n = 1; n <= capacity; n++) {
      present += n * states[n];
    }
    Estimate.of(windows, OpenLoopOracleTest::rejectedShare)
        .agreesWith("rejected share", states[capacity], 0.03);
    mean(windows, Times::response)
        .agreesWith("mean of those served, by Little's law", present / served, 0.01);
  }

  private List<Interval> run(Target.Factory server, int slots, double arrivals) throws Exception {
    try (Load load = open(server, slots)) {
      var runner = SliceRunners.of(load, time);
      Duration measure = Duration.ofMillis(Math.round(CALLS_A_WINDOW / arrivals));
      List<Interval> windows = new ArrayList<>();
      for (int window = 0; window < WINDOWS; window++) {
        Duration settle = window == 0 ? Duration.ofSeconds(5) : Duration.ZERO;
        windows.add(
            SliceRunners.interval(SliceRunners.step(runner, perSecond(arrivals), settle, measure)));
      }
      return windows;
    }
  }

  private Load open(Target.Factory server, int slots) throws IOException {
    IntFunction<Arrivals> poisson = to -> Arrivals.poisson(to, to);
    return time.open(server, slots, TIMEOUT, poisson);
  }

  private Target.Factory server(int threads, int queue, LongSupplier service) {
    return SimulatedServer.of(time, threads, queue, service, () -> 0);
  }

  private static int perSecond(double perMilli) {
    return (int) Math.round(perMilli * 1000);
  }

  private static Estimate mean(List<Interval> windows, Function<Times, Durations> some) {
    return Estimate.of(windows, window -> some.apply(window.times()).meanNanos() / MILLI);
  }

  private static Estimate beyond(
      List<Interval> windows, Function<Times, Durations> some, double millis) {
    ToDoubleFunction<Histogram> share =
        each ->
            1
                - each.getCountBetweenValues(0, Math.round(millis * MILLI))
                    / (double) each.getTotalCount();
    return Estimate.of(
        windows, window -> share.applyAsDouble(some.apply(window.times()).histogram()));
  }

  private static double rejectedShare(Interval window) {
    return window.calls().rejected() / (double) window.calls().total();
  }
}
