package io.poolbench.load;

import io.poolbench.journal.Calls;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.study.StopLimits.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A load that stops by itself when its calls exceed limits. It examines the calls of each interval
 * that is taken, and takes intervals of its own while its {@link #clock} sleeps for longer: the
 * next one that is taken from outside contains them. So it costs nothing per call, and needs no
 * thread.
 *
 * <p>Errors are judged over {@value #ERROR_SECONDS} s in which the load runs, and only where their
 * share is shown to be above the limit, since the calls of one lost connection are one event. For
 * one thread.
 */
public final class GuardedLoad implements Load {
  private static final int ERROR_SECONDS = 5;

  /** The intervals that are kept before they are merged; each has histograms of its own. */
  static final int MAX_UNTAKEN = 16;

  private final Load load;
  private final NanoClock clock;
  private final Limits limits;
  private final FailureReasons failures;
  private final long checkNanos;
  private final List<Interval> untaken = new ArrayList<>();
  private final CallRate rate;
  private final Tally ofErrors;

  /** The calls that known limits had refused when errors were examined last. */
  private long refusedBefore;

  /** The time since then in which the load ran, up to {@link #runsSince}. */
  private long ranNanos;

  private boolean runs;
  private long runsSince;

  /**
   * The calls to one provider in the last second, by all loads that take turns at it. For one
   * thread.
   */
  public static final class CallRate {
    private final Tally tally = new Tally(0);

    /** A pause without a call does not count. */
    private void resume(long nanos) {
      if (tally.calls == 0) {
        tally.begin(nanos);
      }
    }
  }

  /** The calls since an instant. */
  private static final class Tally {
    private long sinceNanos;
    private long calls;
    private long errors;

    Tally(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }

    void begin(long nanos) {
      sinceNanos = nanos;
      calls = 0;
      errors = 0;
    }

    double seconds(long nanos) {
      return (nanos - sinceNanos) / 1e9;
    }
  }

  /**
   * @param clock the load's clock
   * @param rate that of the provider
   * @param failures of the load's calls; those that a known limit refused are no errors of the
   *     program
   */
  public GuardedLoad(
      Load load, NanoClock clock, Limits limits, CallRate rate, FailureReasons failures) {
    this.load = load;
    this.clock = clock;
    this.limits = limits;
    this.failures = failures;
    this.checkNanos =
        TimeUnit.SECONDS.toNanos(Double.isInfinite(limits.maxPerSecond()) ? ERROR_SECONDS : 1);
    this.rate = rate;
    this.ofErrors = new Tally(clock.nanoTime());
  }

  /** The load's clock, which examines the calls while it sleeps. */
  public NanoClock clock() {
    return new NanoClock() {
      @Override
      public long nanoTime() {
        return clock.nanoTime();
      }

      @Override
      public void sleepUntil(long nanos) throws InterruptedException {
        for (long now = nanoTime(); nanos - now > checkNanos; now = nanoTime()) {
          clock.sleepUntil(now + checkNanos);
          untaken.add(examined(load.take()));
          if (untaken.size() >= MAX_UNTAKEN) {
            mergeUntaken();
          }
        }
        clock.sleepUntil(nanos);
      }
    };
  }

  /**
   * {@inheritDoc}
   *
   * @throws CallsStoppedException if a limit is exceeded; the load then sends nothing more
   */
  @Override
  public Interval take() {
    untaken.add(examined(load.take()));
    mergeUntaken();
    return untaken.remove(0);
  }

  private void mergeUntaken() {
    if (untaken.size() > 1) {
      Interval merged = Interval.merge(untaken);
      untaken.clear();
      untaken.add(merged);
    }
  }

  private Interval examined(Interval interval) {
    long now = interval.end().nanos();
    Calls calls = interval.calls();
    for (Tally tally : List.of(rate.tally, ofErrors)) {
      tally.calls += calls.total();
      tally.errors +=
          calls.error()
              + (limits.ofTimeouts() ? calls.timeout() : 0)
              + (limits.ofRefusals() ? calls.rejected() : 0);
    }
    double rateSeconds = rate.tally.seconds(now);
    if (rateSeconds >= 1) {
      double perSecond = rate.tally.calls / rateSeconds;
      if (perSecond > limits.maxPerSecond()) {
        throw stopped(
            "rate: %,.0f calls/s (limit %,.0f, see --stop-rate)", perSecond, limits.maxPerSecond());
      }
      rate.tally.begin(now);
    }
    countTime(now);
    double seconds = ranNanos / 1e9;
    if (seconds >= ERROR_SECONDS && ofErrors.calls > 0) {
      long refused = failures.knownRefusals();
      long failed = Math.max(0, ofErrors.errors - (refused - refusedBefore));
      Count errors = new Count(1, failed, ofErrors.calls);
      if (ShareInterval.of(List.of(errors)).low() * 100 > limits.maxErrorPct()) {
        throw stopped(
            "errors: %,d of %,d calls in %.0f s (limit %s %%, see --stop-errors)%s",
            failed,
            ofErrors.calls,
            seconds,
            limits.maxErrorPct(),
            failures.mostFrequent().map(": "::concat).orElse(""));
      }
      ofErrors.begin(now);
      ranNanos = 0;
      refusedBefore = refused;
    }
    return interval;
  }

  /** Others may have their turn at the provider between two of this load. */
  private void countTime(long now) {
    if (runs) {
      ranNanos += now - runsSince;
    }
    runsSince = now;
  }

  private void run(boolean from) {
    countTime(clock.nanoTime());
    runs = from;
  }

  private CallsStoppedException stopped(String format, Object... values) {
    load.level(0);
    return new CallsStoppedException(String.format(Locale.ROOT, format, values));
  }

  @Override
  public void beginRound(int round) {
    load.beginRound(round);
  }

  @Override
  public void level(int level) {
    if (level > 0) {
      rate.resume(clock.nanoTime());
    }
    run(level > 0);
    load.level(level);
  }

  @Override
  public void follow(List<Stage> stages) {
    run(true);
    load.follow(stages);
  }

  @Override
  public void drainBefore(int level, Duration timeout) throws InterruptedException {
    load.drainBefore(level, timeout);
  }

  @Override
  public int inFlight() {
    return load.inFlight();
  }

  @Override
  public boolean drain(Duration timeout) throws InterruptedException {
    boolean drained = load.drain(timeout);
    run(false);
    return drained;
  }

  @Override
  public void close() {
    load.close();
  }
}
