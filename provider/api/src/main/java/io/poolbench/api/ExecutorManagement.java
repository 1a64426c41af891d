package io.poolbench.api;

import java.util.Locale;

/** Where Dubbo decodes a request ({@code dubbo.application.executor-management-mode}). */
public enum ExecutorManagement {
  /** On the I/O thread: the default of Dubbo 3. */
  ISOLATION,
  /** In the business pool. */
  DEFAULT;

  /** The name by which Dubbo knows the mode, such as {@code isolation}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
