package io.poolbench.measure;

/** What a call came to. */
public enum Outcome {
  /** Answered with what was asked for. */
  OK,
  /** Refused by the provider's business pool. */
  REJECTED,
  /** Not answered within the client's timeout. */
  TIMEOUT,
  /** Anything else: a broken connection, an exception, a wrong answer. */
  ERROR
}
