package io.poolbench.result;

/**
 * The calls that had not ended when a step's window closed.
 *
 * @param calls calls in flight, and in an open loop requests waiting to be sent
 * @param oldestMillis age of the oldest call, in an open loop from the intended start; null without
 *     calls
 * @param busyUsers mean number of users of a closed loop by Little's law: the time spent in cycles
 *     (pause and call), ended or not, over the window's time; null in an open loop
 */
public record Pending(long calls, Double oldestMillis, Double busyUsers) {
  public static final Pending UNKNOWN = new Pending(0, null, null);
}
