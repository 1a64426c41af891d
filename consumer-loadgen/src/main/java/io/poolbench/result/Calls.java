package io.poolbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The number of calls in the measured window, by outcome.
 *
 * @param ok answered with the expected result
 * @param rejected by the business pool
 * @param timeout not answered within the timeout
 * @param error failed otherwise
 * @param unsent calls of an open loop that were not sent within the timeout because too many calls
 *     were in flight
 * @param late answers that arrived after the caller had given up. Their calls are already counted
 *     in another outcome. Null if the client does not see late answers
 */
public record Calls(
    long ok,
    long rejected,
    long timeout,
    long error,
    long unsent,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long late) {
  public Calls(long ok, long rejected, long timeout, long error, long unsent) {
    this(ok, rejected, timeout, error, unsent, null);
  }

  /** Returns these counts with at most this many rejected calls; the others become errors. */
  public Calls rejectedAtMost(long limit) {
    long of = Math.min(rejected, limit);
    return new Calls(ok, of, timeout, error + rejected - of, unsent, late);
  }

  /** All calls sent and ended. */
  public long total() {
    return ok + rejected + timeout + error;
  }

  /**
   * Late answers in percent of OK and late answers; null if there are none or if late is unknown.
   */
  public Double expiredPct() {
    return late == null || ok + late == 0 ? null : (Double) (100.0 * late / (ok + late));
  }

  /** OK calls in percent of all calls due; null if none was due. */
  public Double availabilityPct() {
    return pct(ok);
  }

  /** This number in percent of all calls due, including unsent ones; null if none was due. */
  Double pct(long of) {
    long due = total() + unsent;
    return due == 0 ? null : (Double) (100.0 * of / due);
  }
}
