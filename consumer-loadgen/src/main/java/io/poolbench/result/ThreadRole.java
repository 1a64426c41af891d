package io.poolbench.result;

import java.util.Locale;

/** The role of a thread in the provider. */
public enum ThreadRole {
  /** The business pool, where the service runs, or the threads of a servlet container. */
  BUSINESS,
  /** Network I/O of the RPC protocol. */
  IO,
  /** The Redis client. */
  REDIS,
  /** The worker pool of a web provider, and Spring's task executor. */
  WORKERS,
  /** Garbage collectors. */
  GC,
  /** JIT compilers. */
  JIT,
  /** All other threads, and threads that ended in the window. */
  OTHER;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
