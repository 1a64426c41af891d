package io.poolbench.api;

import java.util.Locale;

/** The servlet containers of a web provider. */
public enum ContainerKind {
  /** Eclipse Jetty; acceptors and selectors run in the pool of request threads. */
  JETTY(8),
  /** Apache Tomcat; acceptor and poller have threads of their own. */
  TOMCAT(10);

  private final int minThreads;

  ContainerKind(int minThreads) {
    this.minThreads = minThreads;
  }

  /** Spring Boot's default for the minimum number of threads. */
  public int defaultMinThreads() {
    return minThreads;
  }

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ContainerKind of(String id) {
    return InvalidSettingException.constant(
        "container", "container", values(), ContainerKind::id, id);
  }
}
