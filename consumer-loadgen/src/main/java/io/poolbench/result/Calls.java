package io.poolbench.result;

/**
 * What became of the calls of the measured window, by outcome.
 *
 * @param ok answered with what was asked for
 * @param rejected refused by the business pool
 * @param timeout given up
 * @param error failed otherwise
 * @param unsent of an open loop: due, but not sent within the timeout, as too many were in flight
 */
public record Calls(long ok, long rejected, long timeout, long error, long unsent) {
  /** All that were made and ended. */
  public long total() {
    return ok + rejected + timeout + error;
  }

  /** OK of all calls, made or only due, in percent; null where there was none. */
  public Double availabilityPct() {
    long due = total() + unsent;
    return due == 0 ? null : 100.0 * ok / due;
  }
}
