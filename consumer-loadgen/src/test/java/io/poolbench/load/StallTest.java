package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that answers within 1 ms for 100 s and then freezes for 100 s, called 100 times a
 * second: the example by which HdrHistogram's documentation explains coordinated omission (G.
 * Tene). Every request's response time is known, so that every percentile is: half of them take 1
 * ms, the others what is left of the stall.
 */
class StallTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final int PER_SECOND = 100;
  private static final int REQUESTS = 200 * PER_SECOND;
  private static final long GAP = SECOND / PER_SECOND;

  /** Off the grid of requests, so that none is due at the very instant of a change. */
  private static final long STALLED_FROM = 100 * SECOND - GAP / 2;

  private static final long STALLED_UNTIL = 200 * SECOND - GAP / 2;
  private static final LongUnaryOperator STALL =
      FreezingServer.frozen(MILLI, STALLED_FROM, STALLED_UNTIL);
  private static final Duration AN_HOUR = Duration.ofHours(1);

  private final SimulatedTime time = new SimulatedTime();

  /** With few in flight most requests wait in the driver; their users wait no less. */
  @ParameterizedTest(name = "{0} in flight")
  @ValueSource(ints = {1, 10, 250})
  void aLimitOfCallsInFlightHidesNoPartOfTheStall(int slots) throws Exception {
    Interval interval = run(slots, AN_HOUR);

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
    assertThat(interval.response()).isEqualTo(histogram(responses));
    assertThat(interval.service()).isEqualTo(histogram(services));
    assertThat(interval.response().getValueAtPercentile(99)).as("TP99").isGreaterThan(97 * SECOND);
    assertThat(interval.service().getValueAtPercentile(97)).isLessThan(2 * MILLI);
    assertThat(interval.lag().getMaxValue()).as("the driver itself was never late").isZero();
    assertThat(interval.unsent()).isZero();
  }

  @Test
  void requestsThatTimeOutDuringTheStallAreUnsent() throws Exception {
    int slots = 10;
    Duration timeout = Duration.ofSeconds(30);

    Interval interval = run(slots, timeout);

    long firstStalled = STALLED_FROM / GAP + 1;
    long lastGivenUp = (STALLED_UNTIL - timeout.toNanos()) / GAP;
    long unsent = lastGivenUp - firstStalled + 1 - slots;
    assertThat(interval.unsent()).isEqualTo(unsent);
    assertThat(interval.calls()).isEqualTo(REQUESTS - unsent);
    // Those sent after the stall waited less than the timeout for it, and a little for the others.
    assertThat(interval.sendDelay().getMaxValue())
        .isBetween(29 * SECOND, timeout.plusMillis(100).toNanos());
  }

  /** Runs until all that is due within 200 s is answered or given up. */
  private Interval run(int slots, Duration timeout) throws Exception {
    Target.Factory server = FreezingServer.of(time, STALL);
    try (Load load = time.open(server, slots, timeout, (from, to) -> new Requests(0))) {
      load.level(PER_SECOND);
      time.sleepUntil(300 * SECOND);
      return load.take();
    }
  }

  /** So many requests at a constant rate, and then no more. */
  private static final class Requests implements Arrivals {
    private int sent;

    Requests(int sent) {
      this.sent = sent;
    }

    @Override
    public long nextNanos() {
      return sent < REQUESTS ? sent++ * GAP : Scheduler.NEVER_NANOS;
    }

    @Override
    public Arrivals copy() {
      return new Requests(sent);
    }
  }

  private static Histogram histogram(long[] values) {
    Histogram histogram = new Histogram(1, TimeUnit.HOURS.toNanos(1), 3);
    Arrays.stream(values).forEach(histogram::recordValue);
    return histogram;
  }
}
