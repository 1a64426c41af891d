package io.poolbench.api;

import java.util.Locale;

/**
 * The thread on which Dubbo decodes a request ({@code dubbo.application.executor-management-mode}).
 */
public enum ExecutorManagement {
  /** The I/O thread: the default of Dubbo 3. */
  ISOLATION,
  /** A thread of the business pool. */
  DEFAULT;

  /** The name in Dubbo and in studies, such as {@code isolation}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
