package io.poolbench.measure;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Records the ends of calls from any number of threads, interval by interval.
 *
 * <p>Durations go into histograms (nanoseconds, three significant digits, up to {@link
 * #HIGHEST_NANOS}). Response and service time are those of successful calls. Of every other outcome
 * the count and the summed response time are kept: a fast refusal must not flatter a percentile,
 * but its time is part of its user's cycle. Send delay and lag are the driver's, and kept for calls
 * of any outcome.
 *
 * <p>Recording is wait-free, one atomic addition a duration, and allocates nothing once its threads
 * are known. A call that ends during a {@link #take} belongs to this interval or the next, and may
 * have one duration in this and another in the next. {@link #take} is for one thread at a time.
 */
public final class LatencyRecorder {
  /** Longer durations are recorded as this: one hour. */
  public static final long HIGHEST_NANOS = StripedHistogram.HIGHEST_NANOS;

  /** Ids of concurrent threads need not be consecutive; more stripes mean fewer collisions. */
  private static final int STRIPES_A_CPU = 4;

  private final StripedHistogram response;
  private final StripedHistogram service;
  private final StripedHistogram sendDelay;
  private final StripedHistogram lag;
  private final Map<Outcome, Total> failures = new EnumMap<>(Outcome.class);
  private final Total failedNanos = new Total();
  private final Total thinkNanos = new Total();
  private final Total backoffNanos = new Total();
  private final Total unsent = new Total();
  private final Total late = new Total();
  private Ledger taken = Ledger.EMPTY;

  public LatencyRecorder() {
    int stripes = STRIPES_A_CPU * Runtime.getRuntime().availableProcessors();
    response = new StripedHistogram(stripes);
    service = new StripedHistogram(stripes);
    sendDelay = new StripedHistogram(stripes);
    lag = new StripedHistogram(stripes);
    for (Outcome failure : EnumSet.complementOf(EnumSet.of(Outcome.OK))) {
      failures.put(failure, new Total());
    }
  }

  /** A histogram of an interval without calls; not to be changed. */
  public static Histogram none() {
    return StripedHistogram.merge(List.of());
  }

  /** Records the end of a call without think time before it. */
  public void record(Outcome outcome, long responseNanos) {
    if (outcome == Outcome.OK) {
      response.record(responseNanos);
    } else {
      failures.get(outcome).add(1);
      failedNanos.add(responseNanos);
    }
  }

  /**
   * Records the end of a call after a think time.
   *
   * @param thinkNanos from the user's last answer to this call's send
   * @param lagNanos from when it was due to its send
   */
  public void recordAfterThinkTime(
      Outcome outcome, long responseNanos, long thinkNanos, long lagNanos) {
    record(outcome, responseNanos);
    this.thinkNanos.add(thinkNanos);
    lag.record(lagNanos);
  }

  /**
   * Records the end of a call after a pause that a refused or failed call caused.
   *
   * @param pauseNanos from that call's end to this call's send
   */
  public void recordAfterBackoff(Outcome outcome, long responseNanos, long pauseNanos) {
    record(outcome, responseNanos);
    thinkNanos.add(pauseNanos);
    backoffNanos.add(pauseNanos);
  }

  /**
   * Records the end of an open loop's call.
   *
   * @param readyNanos when it was due and a slot was free
   */
  public void recordPaced(
      Outcome outcome, long intendedNanos, long readyNanos, long sentNanos, long answeredNanos) {
    if (outcome == Outcome.OK) {
      service.record(answeredNanos - sentNanos);
    }
    record(outcome, answeredNanos - intendedNanos);
    sendDelay.record(sentNanos - intendedNanos);
    lag.record(sentNanos - readyNanos);
  }

  public void recordUnsent() {
    unsent.add(1);
  }

  /** Records an answer to a call that was recorded as timed out before. */
  public void recordLate() {
    late.add(1);
  }

  /** Returns and starts an interval: what was recorded since the last {@code take}. */
  public Interval take(Ledger now) {
    Ledger before = taken;
    taken = now;
    Histogram responses = response.take();
    Histogram services = service.take();
    return new Interval(
        responses,
        service.isUntouched() ? responses : services,
        sendDelay.take(),
        lag.take(),
        failures.get(Outcome.REJECTED).take(),
        failures.get(Outcome.TIMEOUT).take(),
        failures.get(Outcome.ERROR).take(),
        failedNanos.take(),
        thinkNanos.take(),
        backoffNanos.take(),
        unsent.take(),
        late.take(),
        now.due() - before.due(),
        now.pending().count() - before.pending().count(),
        now.unfinishedNanos() - before.unfinishedNanos(),
        now,
        List.of());
  }
}
