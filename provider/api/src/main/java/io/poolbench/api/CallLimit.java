package io.poolbench.api;

import java.util.Objects;

/**
 * A limit of concurrent calls in a provider, in addition to its pool.
 *
 * @param kind the mechanism
 * @param calls maximum number of concurrent calls
 * @param method the only method that Dubbo's {@code executes} limits; empty = each method
 */
public record CallLimit(Kind kind, int calls, String method) {
  public enum Kind implements Named {
    /** Dubbo's execute limit: a filter refuses a method's calls beyond it. */
    EXECUTES,
    /** A semaphore: a task waits for a permit in its own thread, before it starts. */
    PERMITS
  }

  public CallLimit {
    Objects.requireNonNull(method, "method");
    InvalidSettingException.requireRange(kind.id(), calls, 1, Integer.MAX_VALUE);
    if (kind != Kind.EXECUTES && !method.isEmpty()) {
      throw new InvalidSettingException("method", "requires executes (example: executes: 24)");
    }
  }
}
