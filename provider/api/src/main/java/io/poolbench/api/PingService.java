package io.poolbench.api;

/**
 * A service that answers at once. It measures the cost of a call without work, and the latency of
 * fast calls beside slow calls of {@link PermissionService}.
 */
public interface PingService {
  void empty();
}
