package io.poolbench.load;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Limits of calls that libraries and applications have, by what the answer to a refused call says.
 * To the driver such a call is an error, but none of the program's.
 */
public final class KnownLimits {
  /** The first that an answer contains counts. */
  private static final List<Map.Entry<String, String>> BY_TEXT =
      List.of(
          Map.entry("exceed max service tps", "Dubbo's limit of calls per second (tps)"),
          Map.entry(
              "waiting concurrent invoke timeout", "Dubbo's limit of calls at once (actives)"),
          Map.entry("com.alibaba.csp.sentinel", "Sentinel"),
          Map.entry("sentinelrpcexception", "Sentinel"),
          Map.entry("flowexception", "Sentinel"),
          Map.entry("bulkheadfullexception", "Resilience4j's bulkhead"),
          Map.entry("requestnotpermitted", "Resilience4j's rate limiter"),
          Map.entry("callnotpermitted", "Resilience4j's circuit breaker"),
          Map.entry("rejectedexecutionexception", "an executor of the application, which is full"));

  private KnownLimits() {}

  /** The limit that refused calls with this reason; empty if none is known to have. */
  public static Optional<String> named(String reason) {
    String lower = reason.toLowerCase(Locale.ROOT);
    return BY_TEXT.stream()
        .filter(known -> lower.contains(known.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
