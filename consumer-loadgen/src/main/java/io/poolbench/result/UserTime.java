package io.poolbench.result;

/**
 * Use of the time of closed-loop users, without think time. Unlike a share of calls, a share of
 * their time hardly depends on how soon users retry after a refusal.
 *
 * @param okPct time in OK calls, in percent of the time in all ended calls and back-offs; null in
 *     an open loop, or if no call ended
 */
public record UserTime(Double okPct) {
  public static final UserTime UNKNOWN = new UserTime(null);
}
