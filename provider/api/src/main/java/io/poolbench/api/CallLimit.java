package io.poolbench.api;

import java.util.Locale;
import java.util.Objects;
import java.util.Properties;

/**
 * A limit of the calls that a provider works at, in addition to its pool.
 *
 * @param kind what limits
 * @param calls how many at once; 0 of an adaptive limit, which finds it
 * @param method of Dubbo's {@code executes}, which limits each method by itself: the only one that
 *     it limits; empty = every method
 */
public record CallLimit(Kind kind, int calls, String method) {
  /** What limits calls. */
  public enum Kind {
    /** Dubbo's execute limit: a filter refuses a method's calls beyond it. */
    EXECUTES,
    /** A semaphore: a task waits for it in its own thread, before it starts. */
    PERMITS,
    /** Adaptive, refuses: by the number of queued calls that the response time implies. */
    VEGAS,
    /** Adaptive, refuses: by the change of the response time. */
    GRADIENT2,
    /** Adaptive, refuses: additive increase, multiplicative decrease on time-outs. */
    AIMD;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the number of calls is found by the limit, with Netflix' concurrency-limits. */
    public boolean isAdaptive() {
      return this != EXECUTES && this != PERMITS;
    }

    /** Whether calls beyond it are refused, rather than waiting. */
    public boolean refuses() {
      return this != PERMITS;
    }
  }

  private static final String KIND = "limit";
  private static final String CALLS = "limit.calls";
  private static final String METHOD = "limit.method";

  public CallLimit {
    Objects.requireNonNull(method, "method");
    if (!kind.isAdaptive()) {
      InvalidSettingException.requireRange(kind.id(), calls, 1, Integer.MAX_VALUE);
    }
    if (kind != Kind.EXECUTES && !method.isEmpty()) {
      throw new InvalidSettingException("method", "requires executes (example: executes: 24)");
    }
  }

  /**
   * Checks that a pool can have it: permits are taken by what measures the pool.
   *
   * @param limit null = none
   * @param measured whether the pool is measured from within
   */
  public static void requireMeasured(CallLimit limit, boolean measured) {
    if (limit != null && limit.kind == Kind.PERMITS && !measured) {
      throw new InvalidSettingException(
          "measured", "permits require a measured pool (valid: true)");
    }
  }

  void addTo(Properties properties, String prefix) {
    properties.setProperty(prefix + KIND, kind.name());
    properties.setProperty(prefix + CALLS, Integer.toString(calls));
    properties.setProperty(prefix + METHOD, method);
  }

  /** Null where none is set. */
  static CallLimit of(Properties properties, String prefix) {
    String kind = properties.getProperty(prefix + KIND);
    return kind == null
        ? null
        : new CallLimit(
            Kind.valueOf(kind),
            LaunchConfig.integer(properties, prefix + CALLS),
            LaunchConfig.required(properties, prefix + METHOD));
  }
}
