package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import io.poolbench.observe.HoldTime.Growth;
import java.util.Objects;

/**
 * The threads that the observed traffic needs, and that a multiple of it would need.
 *
 * @param now threads that were never exceeded while it was watched
 * @param low at {@link #FACTOR} times the traffic, not exceeded in 99.9 % of the time if the added
 *     callers are independent of those of now
 * @param high if they come in the same bursts
 */
public record NeededThreads(Basis basis, int now, int low, int high) {
  public static final int FACTOR = 2;

  private static final long MIN_CALLS = 200;

  /** The 99.9 % quantile of the normal distribution. */
  private static final double Z = 3.09;

  /** What the figures rest on. */
  public enum Basis {
    /** So few calls say nothing. */
    TOO_LITTLE_TRAFFIC,
    /** All threads were busy: {@code now} is a lower bound, and nothing is known beyond. */
    FULL,
    /** Hold times grow with the rate, so that nothing is known beyond the busiest time watched. */
    GROWING,
    /** The figures hold if calls hold a thread as long as now. */
    WATCHED
  }

  public NeededThreads {
    Objects.requireNonNull(basis, "basis");
  }

  static NeededThreads of(PoolSetup setup, BusyThreads busy, CallRate rate, HoldTime hold) {
    int now = Math.max(busy.max(), busy.waiting().maxHeldOrQueued());
    int high = FACTOR * now;
    double independent =
        FACTOR * busy.average().threads() + Z * Math.sqrt(FACTOR) * busy.average().deviation();
    int low = Math.min(high, Math.max(now, (int) Math.ceil(independent)));
    boolean little = setup.counts().tasks() && rate.calls() < MIN_CALLS;
    Basis basis =
        little && busy.fullShare() == 0
            ? Basis.TOO_LITTLE_TRAFFIC
            : busy.fullShare() > 0
                ? Basis.FULL
                : hold.growth() == Growth.GROWS ? Basis.GROWING : Basis.WATCHED;
    return new NeededThreads(basis, now, low, high);
  }
}
