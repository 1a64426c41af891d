package io.poolbench.journal;

/** What is summed over the calls of a stretch of time. */
public enum CallSum {
  /** Calls answered with the expected result. */
  OK,
  /** Calls refused by the business pool or by a limit of calls. */
  REJECTED,
  /** Calls not answered within the timeout. */
  TIMEOUT,
  /** Calls that failed otherwise. */
  ERROR,
  /** Requests of an open loop that were given up because no slot became free; no calls. */
  UNSENT,
  /** Answers that came after the client had given up; their calls ended before. */
  EXPIRED,
  /** Requests of an open loop that came due; 0 in a closed loop. */
  DUE,
  /** Change of the number of pending calls. */
  GROWTH,
  /** Response time of the unsuccessful calls. */
  FAILED_NANOS,
  /** The part of {@link #FAILED_NANOS} of the calls that timed out. */
  TIMEOUT_NANOS,
  /** Time from a user's last answer to its next send; closed loop only. */
  THINK_NANOS,
  /** The part of {@link #THINK_NANOS} that followed a refused or failed call. */
  BACKOFF_NANOS,
  /** Change of the time that a closed loop's users have spent in unfinished cycles. */
  CARRIED_NANOS
}
