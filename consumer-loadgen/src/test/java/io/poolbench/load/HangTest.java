package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.CallSum;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.study.SampleCells;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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

  /**
   * Of the 1,000 requests a second those of 1.6 s are pending, evenly aged: after 12 batches the
   * window ends early, as the growth is hopeless.
   */
  @ParameterizedTest(name = "{0} in flight")
  @ValueSource(ints = {10, 10_000})
  void requestsOfAHangArePendingAtTheirAge(int slots) throws Exception {
    Interval interval = SliceRunners.interval(window(openLoop(slots), PER_SECOND));

    assertThat(interval.times().response().percentileNanos(99) / MILLI).as("ended").isEqualTo(1);
    assertThat(interval.calls().total()).isEqualTo(500);
    assertThat(interval.calls().sum(CallSum.DUE)).isEqualTo(2_100);
    assertThat(interval.calls().growth()).isEqualTo(1_600);
    assertThat(interval.end().pending().ages().count()).isEqualTo(1_601);
    assertThat(interval.end().pending().ages().maxNanos() / 1_600e6).isCloseTo(1, within(0.001));
    // Ages are known to three digits.
    assertThat(interval.end().pending().ages().countFrom(9_990_000)).isEqualTo(1_591);
  }

  /** A batch is 175 ms: those due in it are late in it but for the last 10 ms. */
  @Test
  void pendingRequestsAreOverdueInTheBatchInWhichTheyReachTheLimit() throws Exception {
    Slice slice = window(openLoop(10_000), PER_SECOND);
    List<Double> late =
        new Level(SampleCells.FIXED, List.of(slice))
            .late(10 * MILLI).stream().map(Count::hits).toList();

    // Ages are known to three digits.
    assertThat(late.get(2)).as("due at 500 to 515 ms").isCloseTo(16, within(1.0));
    assertThat(late.subList(3, 12))
        .allSatisfy(calls -> assertThat(calls).isCloseTo(175, within(2.0)));
    assertThat(slice.batches().subList(3, 12))
        .allSatisfy(batch -> assertThat(batch.calls().growth()).isEqualTo(175))
        .allSatisfy(batch -> assertThat(batch.calls().ok()).isZero());
  }

  @Test
  void usersOfAHangArePendingAtTheirAgeAndTheirTimeIsNotLost() throws Exception {
    Interval interval = SliceRunners.interval(window(time.closed(hanging(), USERS), USERS));

    assertThat(interval.calls().total()).isEqualTo(500 * USERS);
    assertThat(interval.end().pending().ages().countFrom(2_999 * MILLI)).isEqualTo(USERS);
    assertThat(UserTimes.spentNanos(interval))
        .isCloseTo((double) USERS * WINDOW, within(0.001 * WINDOW));
  }

  private Target.Factory hanging() {
    return FreezingServer.of(time, FreezingServer.frozen(MILLI, HUNG_FROM, 100 * WINDOW));
  }

  private Load openLoop(int slots) throws IOException {
    return time.open(hanging(), slots, Duration.ofSeconds(5), Draws.constantRate());
  }

  private Slice window(Load load, int level) throws Exception {
    return SliceRunners.step(
        SliceRunners.of(load, time), level, Duration.ofNanos(SETTLE), Duration.ofNanos(WINDOW));
  }
}
