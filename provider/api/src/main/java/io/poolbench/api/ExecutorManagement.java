package io.poolbench.api;

import java.util.Locale;

/**
 * The thread on which Dubbo decodes a request ({@code dubbo.application.executor-management-mode}),
 * and which services share a business pool.
 */
public enum ExecutorManagement {
  /** The I/O thread; all services share a pool: the default of Dubbo 3. */
  ISOLATION,
  /** A thread of the business pool, which all services share. */
  DEFAULT,
  /** As {@link #ISOLATION}, and each service has an {@code executor}, a pool of its own. */
  PER_SERVICE;

  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String dubboMode() {
    return this == PER_SERVICE ? ISOLATION.id() : id();
  }
}
