package io.poolbench.result;

/**
 * How many calls ended in the measured window, by outcome.
 *
 * @param ok answered with what was asked for
 * @param rejected refused by the business pool
 * @param timeout given up
 * @param error failed otherwise
 */
public record Calls(long ok, long rejected, long timeout, long error) {
  /** All of them. */
  public long total() {
    return ok + rejected + timeout + error;
  }

  /** OK of all calls, in percent; null where there was no call. */
  public Double availabilityPct() {
    return total() == 0 ? null : 100.0 * ok / total();
  }
}
