package io.poolbench.api;

import java.util.Locale;
import java.util.Objects;

/**
 * A limit of concurrent calls in a provider, in addition to its pool.
 *
 * @param kind the mechanism
 * @param calls maximum number of concurrent calls; 0 for an adaptive limit, which determines it
 * @param method the only method that Dubbo's {@code executes} limits; empty = each method
 */
public record CallLimit(Kind kind, int calls, String method) {
  public enum Kind {
    /** Dubbo's execute limit: a filter refuses a method's calls beyond it. */
    EXECUTES,
    /** A semaphore: a task waits for a permit in its own thread, before it starts. */
    PERMITS,
    /** Adaptive, refuses calls: limits the queued calls, estimated from the response time. */
    VEGAS,
    /** Adaptive, refuses calls: follows the change of the response time. */
    GRADIENT2,
    /** Adaptive, refuses calls: additive increase, multiplicative decrease on timeouts. */
    AIMD;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the limit adapts the number of calls, by Netflix' concurrency-limits. */
    public boolean isAdaptive() {
      return this != EXECUTES && this != PERMITS;
    }

    /** Whether calls beyond the limit are refused instead of waiting. */
    public boolean refuses() {
      return this != PERMITS;
    }
  }

  public CallLimit {
    Objects.requireNonNull(method, "method");
    if (!kind.isAdaptive()) {
      InvalidSettingException.requireRange(kind.id(), calls, 1, Integer.MAX_VALUE);
    }
    if (kind != Kind.EXECUTES && !method.isEmpty()) {
      throw new InvalidSettingException("method", "requires executes (example: executes: 24)");
    }
  }

  /** Checks a limit (null = none): the executor that measures the pool acquires the permits. */
  public static void requireMeasured(CallLimit limit, boolean measured) {
    if (limit != null && limit.kind == Kind.PERMITS && !measured) {
      throw new InvalidSettingException(
          "measured", "permits require a measured pool (valid: true)");
    }
  }
}
