package io.poolbench.api;

import java.util.Locale;

/** Which features of Dubbo and of its Redis client are active that calls do not need. */
public enum Fidelity {
  /**
   * Dubbo's defaults: its transport and filters, a log entry for each refused call, a dump of all
   * threads at the first one; Lettuce's timer for each read.
   */
  STOCK,
  /** Epoll; no filters of metrics and tracing, no log entries, thread dumps and timers. */
  QUIET;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
