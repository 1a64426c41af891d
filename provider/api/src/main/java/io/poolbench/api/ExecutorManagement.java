package io.poolbench.api;

import java.util.Locale;

/**
 * The thread on which Dubbo decodes a request ({@code dubbo.application.executor-management-mode}),
 * and the services that share a business pool.
 */
public enum ExecutorManagement {
  /** Decodes on the I/O thread; all services share a pool. The default of Dubbo 3. */
  ISOLATION,
  /** Decodes on a thread of the business pool, which all services share. */
  DEFAULT,
  /** Decodes as {@link #ISOLATION}; each service has a pool of its own, by {@code executor}. */
  PER_SERVICE;

  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String dubboMode() {
    return this == PER_SERVICE ? ISOLATION.id() : id();
  }
}
