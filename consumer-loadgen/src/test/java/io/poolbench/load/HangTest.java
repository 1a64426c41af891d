package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.spec.ThinkTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A provider that stops answering 0.5 s after a window of 3.5 s opened, for longer than the window,
 * and within the client's timeout of 5 s: the calls that ended were all fast and OK.
 */
class HangTest {
  private static final long MILLI = 1_000_000;
  private static final long SETTLE = 1_000 * MILLI;
  private static final long WINDOW = 3_500 * MILLI;
  private static final long HUNG_FROM = SETTLE + 500 * MILLI + MILLI / 2;
  private static final int PER_SECOND = 1_000;
  private static final int USERS = 8;

  private final SimulatedTime time = new SimulatedTime();

  /** Of the 1,000 requests a second those of 3 s are pending, evenly aged up to 3 s. */
  @ParameterizedTest(name = "{0} in flight")
  @ValueSource(ints = {10, 10_000})
  void requestsOfAHangArePendingAtTheirAge(int slots) throws Exception {
    OpenLoop load =
        new OpenLoop(
            hanging(),
            slots,
            Duration.ofSeconds(5),
            (from, to) -> () -> Arrivals.constant(to),
            new LatencyRecorder(),
            time,
            time);

    Interval interval = window(load, PER_SECOND);

    assertThat(interval.response().getValueAtPercentile(99) / MILLI).as("ended").isEqualTo(1);
    assertThat(interval.calls()).isEqualTo(500);
    assertThat(interval.due()).isEqualTo(3_500);
    assertThat(interval.growth()).isEqualTo(3_000);
    assertThat(interval.pending().count()).isEqualTo(3_001);
    assertThat(interval.pending().oldestNanos()).isEqualTo(3_000 * MILLI);
    assertThat(interval.pending().from(10 * MILLI)).isEqualTo(2_991);
  }

  @Test
  void usersOfAHangArePendingAtTheirAgeAndTheirTimeIsNotLost() throws Exception {
    ClosedLoop load =
        new ClosedLoop(hanging(), USERS, ThinkTime.NONE, 1, new LatencyRecorder(), time, time);

    Interval interval = window(load, USERS);

    assertThat(interval.calls()).isEqualTo(500 * USERS);
    assertThat(interval.pending().from(2_999 * MILLI)).isEqualTo(USERS);
    assertThat(interval.userNanos()).isCloseTo((double) USERS * WINDOW, within(0.001 * WINDOW));
  }

  private Target.Factory hanging() {
    return FreezingServer.of(time, MILLI, HUNG_FROM, 100 * WINDOW);
  }

  private Interval window(Load load, int level) throws Exception {
    return new StepRunner(load, time)
        .run(level, Duration.ofNanos(SETTLE), Duration.ofNanos(WINDOW), () -> 0)
        .interval();
  }
}
