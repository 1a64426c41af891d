package io.poolbench.result;

/**
 * A slice of a step's time: the calls that ended in it, and the pool at its end.
 *
 * @param fromSeconds its begin, in seconds from the start of the step's window; of a step that was
 *     measured in several windows, as if they followed each other
 * @param seconds its length
 * @param due requests that came due; of a closed loop those that were sent
 * @param ok calls answered OK
 * @param rejected by the provider
 * @param timeout not answered within the client's timeout, or not sent within it
 * @param error failed otherwise
 * @param late answers that came after their caller had given up; they are beside the others, as
 *     their calls ended before; 0 of a client that does not see them
 * @param tp50Millis of the OK calls; null with fewer than 2
 * @param tp99Millis of the OK calls; null with fewer than 100
 * @param active threads with a task at its end; null if unknown, as in a step without phases
 * @param queued tasks that wait for a thread then
 * @param threads of the pool then
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
  /** The min number of OK calls beyond a percentile: a slice shows a course, no verdict. */
  private static final int CALLS_BEYOND = 1;

  /** Whether a slice with so many OK calls has this percentile. */
  public static boolean hasEnough(Percentile percentile, long ok) {
    return ok >= percentile.callsNeeded() * CALLS_BEYOND / Percentile.CALLS_BEYOND;
  }

  /** The calls that ended in it, or were due and not sent. */
  public long ended() {
    return ok + rejected + timeout + error;
  }

  /** Its end, in seconds from the start of the step's window. */
  public double toSeconds() {
    return fromSeconds + seconds;
  }
}
