package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps that are followed to the end of their last call, in simulated time. */
class DrainedStepTest {
  private static final long SECOND = 1_000 * MILLI;

  /** A response time is one of three significant digits. */
  private static final double PRECISION = 0.001;

  private static final OpenLoop.RateChange CONSTANT = (from, to) -> () -> Arrivals.constant(to);

  private final SimulatedTime time = new SimulatedTime();

  private record None() implements Cumulative<None> {
    @Override
    public None continuedBy(None opened, None closed) {
      return this;
    }
  }

  /**
   * D/D/10 with a service time of 1 s at 20 requests/s: request {@code 10 k + j} is due after
   * {@code k / 2 + j / 20} s, starts after {@code k + j / 20} s, and so takes {@code 1 + k / 2} s.
   * Of 1,200 the last ends after 119 + 9/20 + 1 s.
   */
  @Test
  void everyRequestOfAnOverloadedStepIsFollowedToItsAnswer() throws Exception {
    var window = open(Duration.ofMinutes(10));
    Interval interval = window.interval();

    assertThat(interval.ok()).isEqualTo(1_200);
    assertThat(interval.due()).isEqualTo(1_200);
    assertThat(window.nanos()).isEqualTo(120_450 * MILLI);
    assertThat(interval.response().getMaxValue() / 60.5e9).isCloseTo(1, within(PRECISION));
    assertThat(interval.response().getMean() / (1 + 119 / 4.0) / SECOND)
        .isCloseTo(1, within(PRECISION));
    assertThat(interval.pending().count()).isZero();
    assertThat(window.growth().calls()).isZero();
    assertThat(window.batches()).as("none was left out").hasSize(StepRunner.BATCHES);
  }

  /** Of the 10 requests of each {@code k} all time out where {@code 1 + k / 2} s is longer. */
  @ParameterizedTest
  @CsvSource({"59900, 20", "30900, 600"})
  void whatWaitsLongerThanTheTimeoutIsCountedAsSuch(long timeoutMillis, long timeouts)
      throws Exception {
    var window = open(Duration.ofMillis(timeoutMillis));
    Interval interval = window.interval();

    assertThat(interval.timeout()).isEqualTo(timeouts);
    assertThat(interval.ok()).isEqualTo(1_200 - timeouts);
    long answered = 119_450 * MILLI - (timeouts / 10 - 1) * SECOND;
    long givenUp = timeouts == 0 ? 0 : 59_950 * MILLI + timeoutMillis * MILLI;
    assertThat(window.nanos()).isEqualTo(Math.max(answered, givenUp));
  }

  /** Two threads of 500 ms: the calls of 200 users end after 0.5, 0.5, 1, 1, .. 50 s. */
  @Test
  void eachUserOfAWindowShorterThanACallMakesOneCall() throws Exception {
    Load load =
        new ClosedLoop(
            SimulatedServer.of(time, 2, 1_000, () -> 500 * MILLI, () -> 0),
            200,
            new Workload.Closed(ThinkTime.NONE),
            1,
            new LatencyRecorder(),
            time,
            time);

    var window = drained(load, 200, Duration.ofMillis(100), Duration.ofMinutes(1));

    assertThat(window.interval().ok()).isEqualTo(200);
    assertThat(window.nanos()).isEqualTo(50 * SECOND);
    assertThat(window.interval().response().getMean() / (50.5 / 2 * SECOND))
        .isCloseTo(1, within(PRECISION));
    assertThat(load.inFlight()).isZero();
  }

  @Test
  void callsThatNeverEndAreWaitedForNoLongerThanTheDrain() throws Exception {
    Load load =
        new ClosedLoop(
            SimulatedServer.of(time, 1, 0, () -> Long.MAX_VALUE / 2, () -> 0),
            1,
            new Workload.Closed(ThinkTime.NONE),
            1,
            new LatencyRecorder(),
            time,
            time);

    var window = drained(load, 1, Duration.ofSeconds(1), Duration.ofSeconds(3));

    assertThat(window.nanos()).isEqualTo(4 * SECOND);
    assertThat(window.interval().pending().count()).isEqualTo(1);
  }

  private MeasuredWindow<None> open(Duration timeout) throws Exception {
    Target.Factory server = SimulatedServer.of(time, 10, 10_000, () -> SECOND, () -> 0);
    Load load =
        new OpenLoop(
            Impatient.of(time, server, timeout),
            1_200,
            timeout,
            CONSTANT,
            new LatencyRecorder(),
            time,
            time);
    // The last of 1,200 requests is due after 59.95 s.
    return drained(load, 20, Duration.ofMillis(59_990), timeout.plusSeconds(1));
  }

  private MeasuredWindow<None> drained(Load load, int level, Duration measure, Duration drain)
      throws Exception {
    return new StepRunner(load, time, List.of())
        .runWhile(level, Duration.ZERO, measure, drain, measure, None::new, window -> false);
  }

  /** A client that gives calls up. */
  private static final class Impatient implements Target {
    private final SimulatedTime time;
    private final long timeoutNanos;
    private final Completion completion;
    private final Target server;
    private final long[] waitingSince;

    private Impatient(
        SimulatedTime time, Factory server, Duration timeout, int slots, Completion completion)
        throws IOException {
      this.time = time;
      this.timeoutNanos = timeout.toNanos();
      this.completion = completion;
      this.waitingSince = new long[slots];
      this.server =
          server.open(slots, (slot, outcome, sent, ended) -> complete(slot, outcome, sent, ended));
    }

    static Factory of(SimulatedTime time, Factory server, Duration timeout) {
      return (slots, completion) -> new Impatient(time, server, timeout, slots, completion);
    }

    @Override
    public void send(int slot) {
      long sent = time.nanoTime();
      waitingSince[slot] = sent;
      server.send(slot);
      time.after(timeoutNanos, () -> complete(slot, Outcome.TIMEOUT, sent, sent + timeoutNanos));
    }

    /** Ignores what belongs to a call that has ended. */
    private void complete(int slot, Outcome outcome, long sent, long ended) {
      if (waitingSince[slot] == sent) {
        waitingSince[slot] = -1;
        completion.completed(slot, outcome, sent, ended);
      }
    }

    @Override
    public long sentNanos(int slot) {
      return waitingSince[slot];
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
