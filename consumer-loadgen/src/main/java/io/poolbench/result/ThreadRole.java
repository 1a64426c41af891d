package io.poolbench.result;

import java.util.Locale;

/** What a thread of the provider is there for. */
public enum ThreadRole {
  /** The business pool, where the service runs. */
  BUSINESS,
  /** Network I/O of the RPC protocol. */
  IO,
  /** The Redis client. */
  REDIS,
  /** The collectors. */
  GC,
  /** The compilers. */
  JIT,
  /** All else, and threads that ended meanwhile. */
  OTHER;

  /** The name in results. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
