package io.poolbench.result;

/**
 * The number of calls in the measured window, by outcome.
 *
 * @param ok answered with the expected result
 * @param rejected by the business pool
 * @param timeout not answered within the timeout
 * @param error failed otherwise
 * @param unsent due in an open loop, but not sent within the timeout because too many were in
 *     flight
 * @param late answers that came after their caller had given up, of calls that ended before, so
 *     that they are beside the others; null where the client does not see them
 */
public record Calls(long ok, long rejected, long timeout, long error, long unsent, Long late) {
  public Calls(long ok, long rejected, long timeout, long error, long unsent) {
    this(ok, rejected, timeout, error, unsent, null);
  }

  /** With so many rejected calls at most; the others failed otherwise. */
  public Calls rejectedAtMost(long limit) {
    long of = Math.min(rejected, limit);
    return new Calls(ok, of, timeout, error + rejected - of, unsent, late);
  }

  /** All calls sent and ended. */
  public long total() {
    return ok + rejected + timeout + error;
  }

  /**
   * Answers too late for their caller, in percent of the calls that the provider answered other
   * than by a refusal or an error; null if there were none, or the client does not see late ones.
   */
  public Double expiredPct() {
    return late == null || ok + late == 0 ? null : (Double) (100.0 * late / (ok + late));
  }

  /** OK calls in percent of all calls due; null if there were none. */
  public Double availabilityPct() {
    return pct(ok);
  }

  /**
   * A number of calls in percent of all calls due, including unsent ones; null if there were none.
   */
  Double pct(long of) {
    long due = total() + unsent;
    return due == 0 ? null : (Double) (100.0 * of / due);
  }
}
