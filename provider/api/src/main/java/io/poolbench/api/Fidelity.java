package io.poolbench.api;

import java.util.Locale;

/** How much of Dubbo and of its Redis client a provider runs beside what a call needs. */
public enum Fidelity {
  /**
   * As Dubbo comes, and as most teams run it: its transport and filters, a log entry for each
   * refused call, and a dump of all threads with the first of them; Lettuce's timer for each read.
   */
  STOCK,
  /** Epoll, no filters of metrics and tracing, no log entries, dumps and timers: the pool alone. */
  QUIET;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
