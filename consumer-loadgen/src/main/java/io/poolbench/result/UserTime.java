package io.poolbench.result;

/**
 * What a closed loop's users spent their time on, without think time. A share of calls depends on
 * how soon users come back after a refusal; a share of their time hardly does.
 *
 * @param okPct time in calls that were answered OK, of that in all ended calls and in back-offs, in
 *     percent; null in an open loop, and where no call ended
 */
public record UserTime(Double okPct) {
  public static final UserTime UNKNOWN = new UserTime(null);
}
