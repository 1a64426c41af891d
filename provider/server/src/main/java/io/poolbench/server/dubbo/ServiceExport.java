package io.poolbench.server.dubbo;

import io.poolbench.server.timing.UnansweredCalls;
import java.util.Objects;

/**
 * A service to export.
 *
 * @param type its interface
 * @param service its implementation, which reports answers to {@code calls}
 * @param calls counter of its pool: the same object for services that share a pool
 */
public record ServiceExport<T>(Class<T> type, T service, UnansweredCalls calls) {
  public ServiceExport {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(calls, "calls");
  }
}
