package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps that are followed to the end of their last call, in simulated time. */
class DrainedStepTest {
  private static final long SECOND = 1_000 * MILLI;

  /** A response time is one of three significant digits. */
  private static final double PRECISION = 0.001;

  private final SimulatedTime time = new SimulatedTime();

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
    Load load = time.closed(SimulatedServer.of(time, 2, 1_000, Draws.fixed(500), () -> 0), 200);

    var window = drained(load, 200, Duration.ofMillis(100), Duration.ofMinutes(1));

    assertThat(window.interval().ok()).isEqualTo(200);
    assertThat(window.nanos()).isEqualTo(50 * SECOND);
    assertThat(window.interval().response().getMean() / (50.5 / 2 * SECOND))
        .isCloseTo(1, within(PRECISION));
    assertThat(load.inFlight()).isZero();
  }

  @Test
  void callsThatNeverEndAreWaitedForNoLongerThanTheDrain() throws Exception {
    Load load = time.closed(SimulatedServer.of(time, 1, 0, () -> Long.MAX_VALUE / 2, () -> 0), 1);

    var window = drained(load, 1, Duration.ofSeconds(1), Duration.ofSeconds(3));

    assertThat(window.nanos()).isEqualTo(4 * SECOND);
    assertThat(window.interval().pending().count()).isEqualTo(1);
  }

  private MeasuredWindow<SimulatedTime.Elapsed> open(Duration timeout) throws Exception {
    Target.Factory server = SimulatedServer.of(time, 10, 10_000, () -> SECOND, () -> 0);
    Target.Factory client = ImpatientClient.of(time, timeout.toNanos(), server);
    Load load = time.open(client, 1_200, timeout, Draws.constantRate());
    // The last of 1,200 requests is due after 59.95 s.
    return drained(load, 20, Duration.ofMillis(59_990), timeout.plusSeconds(1));
  }

  private MeasuredWindow<SimulatedTime.Elapsed> drained(
      Load load, int level, Duration measure, Duration drain) throws Exception {
    return StepRunners.of(load, time)
        .runWhile(level, Duration.ZERO, measure, drain, measure, time::elapsed, window -> false);
  }
}
