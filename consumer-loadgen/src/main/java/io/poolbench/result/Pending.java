package io.poolbench.result;

/**
 * The calls that had not ended when a step's window closed.
 *
 * @param calls in flight, and in an open loop those that waited to be sent
 * @param oldestMillis the age of the oldest, in an open loop from the intended start; null without
 *     calls
 * @param busyUsers mean number of users of a closed loop, by the time that they spent in cycles
 *     (pause and call) of the window, ended or not; null in an open loop
 */
public record Pending(long calls, Double oldestMillis, Double busyUsers) {
  public static final Pending UNKNOWN = new Pending(0, null, null);
}
