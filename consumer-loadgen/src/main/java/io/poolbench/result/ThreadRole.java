package io.poolbench.result;

import java.util.Locale;

/** The role of a thread in the provider. */
public enum ThreadRole {
  /** The business pool, which runs the service, or the threads of a servlet container. */
  BUSINESS,
  IO,
  REDIS,
  /** The worker pool of a web provider, and Spring's task executor. */
  WORKERS,
  GC,
  JIT,
  /** All other threads, and threads that ended in the window. */
  OTHER;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
