package io.poolbench.config;

import io.poolbench.api.CallLimit;
import io.poolbench.api.InvalidSettingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The section {@code provider.limit}. One of {@code executes}, {@code adaptive} and {@code permits}
 * is not null; {@code executes} may be limited to a method.
 */
record LimitSection(Integer executes, String method, CallLimit.Kind adaptive, Integer permits) {
  CallLimit limit() {
    Map<String, Object> kinds = new LinkedHashMap<>();
    kinds.put("executes", executes);
    kinds.put("adaptive", adaptive);
    kinds.put("permits", permits);
    kinds.values().removeIf(Objects::isNull);
    List<String> given = List.copyOf(kinds.keySet());
    if (given.isEmpty()) {
      throw new InvalidSettingException("executes", "missing (valid: executes, adaptive, permits)");
    }
    if (given.size() > 1) {
      throw new InvalidSettingException(
          given.get(1), "not allowed beside " + given.get(0) + " (valid: one of them)");
    }
    String only = method == null ? "" : method;
    if (adaptive != null) {
      return new CallLimit(adaptive, 0, only);
    }
    return permits == null
        ? new CallLimit(CallLimit.Kind.EXECUTES, executes, only)
        : new CallLimit(CallLimit.Kind.PERMITS, permits, only);
  }

  static LimitSection of(CallLimit limit) {
    Integer calls = limit.calls();
    return switch (limit.kind()) {
      case EXECUTES ->
          new LimitSection(calls, limit.method().isEmpty() ? null : limit.method(), null, null);
      case PERMITS -> new LimitSection(null, null, null, calls);
      case VEGAS, GRADIENT2, AIMD -> new LimitSection(null, null, limit.kind(), null);
    };
  }
}
