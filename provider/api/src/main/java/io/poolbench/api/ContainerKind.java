package io.poolbench.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The servlet containers of a web provider. */
public enum ContainerKind {
  /** Eclipse Jetty: acceptors and selectors run in the pool of its request threads. */
  JETTY(8),
  /** Apache Tomcat: its acceptor and poller have threads of their own. */
  TOMCAT(10);

  private final int minThreads;

  ContainerKind(int minThreads) {
    this.minThreads = minThreads;
  }

  /** The threads that it keeps, by Spring Boot's default. */
  public int defaultMinThreads() {
    return minThreads;
  }

  /** The name in studies, such as {@code jetty}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The container with this name.
   *
   * @throws InvalidSettingException if there is none
   */
  public static ContainerKind of(String id) {
    return Arrays.stream(values())
        .filter(kind -> kind.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "container", "unknown container '" + id + "' (valid: " + ids() + ")"));
  }

  private static String ids() {
    return Arrays.stream(values()).map(ContainerKind::id).collect(Collectors.joining(", "));
  }
}
