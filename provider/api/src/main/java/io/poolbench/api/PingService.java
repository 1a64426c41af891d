package io.poolbench.api;

/**
 * A second service of the provider, which answers at once: the cost of a call without its work, and
 * what becomes of fast calls beside slow ones of {@link PermissionService}.
 */
public interface PingService {
  /** Does nothing. */
  void empty();
}
