package io.poolbench.api;

import java.util.Locale;

/** Which of a connection's events run in the business pool: names of Dubbo's extensions. */
public enum Dispatcher {
  /** Requests only. */
  MESSAGE,
  /** Requests, and connects and disconnects, which then compete with them for threads. */
  ALL,
  /** Requests only; responses and all else on the I/O thread. */
  EXECUTION,
  /** Requests; connects and disconnects one after the other on a thread of their own. */
  CONNECTION,
  /** Nothing: the service runs on the I/O thread, past the business pool. */
  DIRECT;

  /** The name by which Dubbo knows the dispatcher, such as {@code message}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
