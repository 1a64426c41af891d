package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that answers within 1 ms for 100 s, freezes for 100 s, and answers again, called 100
 * times a second: the example by which HdrHistogram's documentation explains coordinated omission
 * (G. Tene). Every request's response time is known, so that every percentile is.
 */
class StallTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final int PER_SECOND = 100;
  private static final int REQUESTS = 220 * PER_SECOND;
  private static final long GAP = SECOND / PER_SECOND;

  /** It changes off the grid of requests, so that none is due at the very instant of a change. */
  private static final LongUnaryOperator STALL =
      FreezingServer.frozen(MILLI, 100 * SECOND - GAP / 2, 200 * SECOND - GAP / 2);

  /** With few in flight most requests wait in the driver; their users wait no less. */
  @ParameterizedTest(name = "{0} in flight")
  @ValueSource(ints = {1, 10, 250})
  void aLimitOfCallsInFlightHidesNoPartOfTheStall(int slots) throws Exception {
    SimulatedTime time = new SimulatedTime();
    Target.Factory server = FreezingServer.of(time, STALL);
    Interval interval;
    try (Load load = time.open(server, slots, Duration.ofHours(1), Draws.constantRate())) {
      load.level(PER_SECOND);
      time.sleepUntil(REQUESTS * GAP - 1);
      interval = load.take();
    }

    long[] responses = new long[REQUESTS];
    long[] services = new long[REQUESTS];
    long[] freeFrom = new long[slots];
    for (int request = 0; request < REQUESTS; request++) {
      long intended = request * GAP;
      // Calls of one length end in the order of their sends: slots come free in turn.
      long sent = Math.max(intended, freeFrom[request % slots]);
      long answered = STALL.applyAsLong(sent);
      freeFrom[request % slots] = answered;
      responses[request] = answered - intended;
      services[request] = answered - sent;
    }
    assertThat(interval.times().response().histogram()).isEqualTo(histogram(responses));
    assertThat(interval.times().service().histogram()).isEqualTo(histogram(services));
    assertThat(interval.times().response().percentileNanos(99))
        .as("TP99")
        .isGreaterThan(97 * SECOND);
    assertThat(interval.times().service().percentileNanos(97)).isLessThan(2 * MILLI);
    assertThat(interval.times().lag().maxNanos()).as("the driver itself was never late").isZero();
    assertThat(interval.calls().unsent()).isZero();
  }

  private static Histogram histogram(long[] values) {
    Histogram histogram = new Histogram(1, TimeUnit.HOURS.toNanos(1), 3);
    Arrays.stream(values).forEach(histogram::recordValue);
    return histogram;
  }
}
