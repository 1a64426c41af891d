package io.poolbench.result;

/**
 * The calls that ended in a slice of a step's time, and the state of the pool at its end.
 *
 * @param fromSeconds start, in seconds from the start of the step's window; the windows of a step
 *     count as if they followed each other without a gap
 * @param due requests that came due; in a closed loop, requests sent
 * @param timeout calls not answered, or not sent, within the client's timeout
 * @param error calls that failed otherwise
 * @param late answers that arrived after the caller had given up. Their calls ended earlier and are
 *     already counted in another outcome. 0 if the client does not see late answers
 * @param tp50Millis TP50 of the OK calls; null with fewer than 2
 * @param tp99Millis TP99 of the OK calls; null with fewer than 100
 * @param active threads with a task at the end of the slice; null if unknown, as in a step without
 *     phases
 * @param queued tasks waiting for a thread at the end of the slice
 * @param threads pool size at the end of the slice
 */
public record Slice(
    double fromSeconds,
    double seconds,
    long due,
    long ok,
    long rejected,
    long timeout,
    long error,
    long late,
    Double tp50Millis,
    Double tp99Millis,
    Integer active,
    Integer queued,
    Integer threads) {
  /**
   * Minimum number of OK calls beyond a percentile; few suffice, because a slice has no verdict.
   */
  private static final int CALLS_BEYOND = 1;

  public static boolean hasEnough(Percentile percentile, long ok) {
    return ok >= percentile.callsNeeded() * CALLS_BEYOND / Percentile.CALLS_BEYOND;
  }

  /** The calls that ended in the slice, or were due and not sent. */
  public long ended() {
    return ok + rejected + timeout + error;
  }

  public double toSeconds() {
    return fromSeconds + seconds;
  }
}
