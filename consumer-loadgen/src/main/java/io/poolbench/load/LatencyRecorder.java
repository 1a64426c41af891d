package io.poolbench.load;

import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Times;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Records ended calls from any number of threads, interval by interval.
 *
 * <p>Durations are recorded in histograms (nanoseconds, three significant digits; one hour if they
 * are longer). The histograms of response and service time contain successful calls only, because a
 * fast refusal must not improve a percentile. Of each other outcome the number of calls is kept;
 * their summed response time is kept too, because it is part of the users' cycles. Send delay and
 * lag measure the driver, and are kept for calls of any outcome.
 *
 * <p>Recording is wait-free, takes one atomic addition per duration, and allocates nothing once its
 * threads are known. A call that ends during {@link #take} is counted in this interval or the next;
 * its durations may be split between the two. Only one thread at a time may call {@link #take}.
 */
public final class LatencyRecorder {
  /** Thread ids need not be consecutive; more stripes mean fewer collisions. */
  private static final int STRIPES_A_CPU = 4;

  private final StripedHistogram response;
  private final StripedHistogram service;
  private final StripedHistogram sendDelay;
  private final StripedHistogram lag;
  private final Map<CallSum, Total> totals = new EnumMap<>(CallSum.class);
  private final Map<Outcome, Total> failures = new EnumMap<>(Outcome.class);
  private final Total failedNanos = total(CallSum.FAILED_NANOS);
  private final Total timeoutNanos = total(CallSum.TIMEOUT_NANOS);
  private final Total thinkNanos = total(CallSum.THINK_NANOS);
  private final Total backoffNanos = total(CallSum.BACKOFF_NANOS);
  private final Total unsent = total(CallSum.UNSENT);
  private final Total expired = total(CallSum.EXPIRED);
  private Ledger taken = Ledger.EMPTY;

  public LatencyRecorder() {
    int stripes = STRIPES_A_CPU * Runtime.getRuntime().availableProcessors();
    response = new StripedHistogram(stripes);
    service = new StripedHistogram(stripes);
    sendDelay = new StripedHistogram(stripes);
    lag = new StripedHistogram(stripes);
    failures.put(Outcome.REJECTED, total(CallSum.REJECTED));
    failures.put(Outcome.TIMEOUT, total(CallSum.TIMEOUT));
    failures.put(Outcome.ERROR, total(CallSum.ERROR));
  }

  private Total total(CallSum sum) {
    return totals.computeIfAbsent(sum, first -> new Total());
  }

  /** Records the end of a call without think time before it. */
  public void record(Outcome outcome, long responseNanos) {
    if (outcome == Outcome.OK) {
      response.record(responseNanos);
    } else {
      failures.get(outcome).add(1);
      failedNanos.add(responseNanos);
      if (outcome == Outcome.TIMEOUT) {
        timeoutNanos.add(responseNanos);
      }
    }
  }

  /**
   * Records the end of a closed loop's call after a think time.
   *
   * @param thinkNanos from the user's last answer to the send of this call
   * @param lagNanos from the instant at which this call was due to its send
   */
  public void recordAfterThinkTime(
      Outcome outcome, long responseNanos, long thinkNanos, long lagNanos) {
    record(outcome, responseNanos);
    this.thinkNanos.add(thinkNanos);
    lag.record(lagNanos);
  }

  /**
   * Records the end of a closed loop's call. {@code pauseNanos} is the time since the end of the
   * refused or failed call that caused the pause.
   */
  public void recordAfterBackoff(Outcome outcome, long responseNanos, long pauseNanos) {
    record(outcome, responseNanos);
    thinkNanos.add(pauseNanos);
    backoffNanos.add(pauseNanos);
  }

  /**
   * Records the end of an open loop's call, which was due and had a free slot from {@code
   * readyNanos}.
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

  /** Records an answer to a call that is already recorded as timed out. */
  public void recordLate() {
    expired.add(1);
  }

  /** Ends an interval and returns what was recorded since the last {@code take}. */
  public Interval take(Ledger now) {
    Ledger before = taken;
    taken = now;
    Durations responses = response.take();
    Map<CallSum, Long> sums = new EnumMap<>(CallSum.class);
    sums.put(CallSum.OK, responses.count());
    totals.forEach((sum, total) -> sums.put(sum, total.take()));
    sums.put(CallSum.DUE, now.due() - before.due());
    sums.put(CallSum.GROWTH, now.pending().ages().count() - before.pending().ages().count());
    sums.put(CallSum.CARRIED_NANOS, now.unfinishedNanos() - before.unfinishedNanos());
    return new Interval(
        new Calls(sums),
        new Times(responses, service.take(), sendDelay.take(), lag.take()),
        now,
        List.of());
  }

  /**
   * A sum to which many threads add and which one thread takes, interval by interval. As in {@link
   * StripedHistogram}, it only grows. {@link #add} allocates nothing once its writers have
   * collided.
   */
  static final class Total {
    private final LongAdder sum = new LongAdder();
    private long taken;

    void add(long amount) {
      sum.add(amount);
    }

    long take() {
      long now = sum.sum();
      long interval = now - taken;
      taken = now;
      return interval;
    }
  }
}
