package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import io.poolbench.observe.HoldTime.Growth;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * The threads that the observed traffic needs, and that a multiple of it would need.
 *
 * @param now threads that have refused no call while it was watched with a probability of 99 %: at
 *     least as many as were seen busy at once. Samples miss peaks between them; how many calls
 *     these peaks would have had refused follows from the mean of each second, as callers of a
 *     second are taken to be independent (a call finds what is there at any time: R. W. Wolff,
 *     Poisson arrivals see time averages, Operations Research 30, 1982). Where threads did not
 *     suffice, so many at most
 * @param low at {@link #FACTOR} times the traffic, not exceeded in 99.9 % of the time if the added
 *     callers are independent of those of now
 * @param high if they come in the same bursts
 */
public record NeededThreads(Basis basis, int now, int low, int high) {
  public static final int FACTOR = 2;

  /** Calls, or samples with a busy thread where calls are not counted. */
  private static final long MIN_CALLS = 200;

  /** The 99.9 % quantile of the normal distribution. */
  private static final double Z = 3.09;

  /** The most calls that {@link #now} threads would have refused, on average. */
  private static final double REFUSED = 0.01;

  /** What the figures rest on. */
  public enum Basis {
    /** So few calls say nothing. */
    TOO_LITTLE_TRAFFIC,
    /** Calls may have waited for a thread: nothing is known of more traffic. */
    FULL,
    /** The pool does not count its calls, so that peaks between samples are not known. */
    UNCOUNTED,
    /** Hold times grow with the rate, so that nothing is known beyond the busiest time watched. */
    GROWING,
    /** Something else was full, or would be at {@link #FACTOR} times the traffic. */
    LIMITED,
    /** The figures hold if calls hold a thread as long as now. */
    WATCHED
  }

  public NeededThreads {
    Objects.requireNonNull(basis, "basis");
  }

  static NeededThreads of(
      PoolSetup setup,
      BusyThreads busy,
      CallRate rate,
      HoldTime hold,
      FoundLimit limit,
      List<TimedPoolSecond> uses) {
    int seen = Math.max(busy.max(), busy.waiting().maxHeldOrQueued());
    boolean isFull = busy.fullShare() > 0;
    int now = isFull ? seen : Math.max(seen, unseen(setup, uses));
    int high = FACTOR * now;
    double independent =
        FACTOR * busy.average().threads() + Z * Math.sqrt(FACTOR) * busy.average().deviation();
    int low = Math.min(high, Math.max(now, (int) Math.ceil(independent)));
    Basis basis = isFull ? Basis.FULL : basis(setup, rate, hold, limit, uses);
    return new NeededThreads(basis, now, low, high);
  }

  private static Basis basis(
      PoolSetup setup, CallRate rate, HoldTime hold, FoundLimit limit, List<TimedPoolSecond> uses) {
    boolean counted = setup.counts().tasks();
    if ((counted ? rate.calls() : samplesWithCalls(uses)) < MIN_CALLS) {
      return Basis.TOO_LITTLE_TRAFFIC;
    }
    if (!counted) {
      return Basis.UNCOUNTED;
    }
    if (hold.growth() == Growth.GROWS) {
      return Basis.GROWING;
    }
    return limit.kind() == FoundLimit.Kind.NONE ? Basis.WATCHED : Basis.LIMITED;
  }

  private static long samplesWithCalls(List<TimedPoolSecond> uses) {
    return uses.stream()
        .flatMap(second -> second.use().samples().busy().stream())
        .filter(busy -> busy > 0)
        .count();
  }

  /** The threads that peaks between samples need; never more than a bounded pool has. */
  private static int unseen(PoolSetup setup, List<TimedPoolSecond> uses) {
    int threads = 0;
    while ((!setup.isBounded() || threads < setup.max()) && refused(uses, threads) > REFUSED) {
      threads++;
    }
    return threads;
  }

  /** The calls that find so many threads busy, on average. */
  private static double refused(List<TimedPoolSecond> uses, int threads) {
    return uses.stream()
        .filter(second -> second.use().busy() > 0)
        .mapToDouble(
            second ->
                second.calls()
                    * PoissonDistribution.of(second.use().busy()).survivalProbability(threads - 1))
        .sum();
  }
}
