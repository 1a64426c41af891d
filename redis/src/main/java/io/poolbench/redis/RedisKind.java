package io.poolbench.redis;

import java.util.Locale;

/** Which Redis serves. */
public enum RedisKind {
  /** The first that is there: a URI given, a Docker engine that answers, else embedded. */
  AUTO,
  /** One that runs already, by URI. */
  EXTERNAL,
  /** A container, started for the purpose. */
  TESTCONTAINERS,
  /** A Redis of our own, started as a process from a bundled binary. */
  EMBEDDED;

  /** The name in a study and on the command line, such as {@code auto}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
