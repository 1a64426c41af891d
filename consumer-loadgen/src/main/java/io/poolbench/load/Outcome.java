package io.poolbench.load;

/** The outcome of a call. */
public enum Outcome {
  /** Answered as expected. */
  OK,
  /** Refused by the provider's business thread pool or by a limit on the number of calls. */
  REJECTED,
  /** Not answered within the client's timeout. */
  TIMEOUT,
  /** Anything else: a broken connection, an exception, a wrong answer. */
  ERROR
}
