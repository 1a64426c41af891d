package io.poolbench.api;

import java.util.Locale;

/** The events of a connection that run in the business pool, by the names of Dubbo's extensions. */
public enum Dispatcher {
  /** Requests only. */
  MESSAGE,
  /** Requests, connects and disconnects, which all compete for threads. */
  ALL,
  /** Requests only; all other events, responses included, run on the I/O thread. */
  EXECUTION,
  /** Requests; connects and disconnects run in sequence on a separate thread. */
  CONNECTION,
  /** Nothing: the service runs on the I/O thread. */
  DIRECT;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
