package io.poolbench.measure;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Takes what calls came to, from any number of threads, and gives it out interval by interval.
 *
 * <p>Latencies of successful calls go into HdrHistograms (nanoseconds, three significant digits, up
 * to {@link #HIGHEST_NANOS}), one for each of a few stripes, so that writers which keep to
 * different stripes do not meet in a cache line. Of every other outcome the count and the summed
 * latency are kept: a fast refusal must not flatter a percentile, but its time is part of its
 * user's cycle.
 *
 * <p>Recording is wait-free and allocates nothing. {@link #take} is for one thread at a time.
 */
public final class LatencyRecorder {
  /** Longer latencies are recorded as this: one hour. */
  public static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Recorder[] ok;
  private final Map<Outcome, LongAdder> failures = new EnumMap<>(Outcome.class);
  private final LongAdder failedNanos = new LongAdder();

  /**
   * @param stripes how many writers may record without meeting: at least 1; a slot's stripe is the
   *     slot modulo this number
   */
  public LatencyRecorder(int stripes) {
    ok = new Recorder[stripes];
    for (int i = 0; i < stripes; i++) {
      ok[i] = new Recorder(1, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    }
    for (Outcome failure : EnumSet.complementOf(EnumSet.of(Outcome.OK))) {
      failures.put(failure, new LongAdder());
    }
  }

  /**
   * Records the end of a call.
   *
   * @param slot whose call it was; decides the stripe only
   */
  public void record(int slot, Outcome outcome, long latencyNanos) {
    if (outcome == Outcome.OK) {
      ok[slot % ok.length].recordValue(Math.max(0, Math.min(latencyNanos, HIGHEST_NANOS)));
    } else {
      failures.get(outcome).increment();
      failedNanos.add(latencyNanos);
    }
  }

  /** What was recorded since the last taking, or since the beginning. */
  public Interval take() {
    Histogram merged = new Histogram(1, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    for (Recorder stripe : ok) {
      merged.add(stripe.getIntervalHistogram());
    }
    return new Interval(
        merged,
        failures.get(Outcome.REJECTED).sumThenReset(),
        failures.get(Outcome.TIMEOUT).sumThenReset(),
        failures.get(Outcome.ERROR).sumThenReset(),
        failedNanos.sumThenReset());
  }
}
