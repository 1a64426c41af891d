package io.poolbench.api;

import java.util.Map;
import java.util.Objects;

/**
 * What a running web provider is made of.
 *
 * @param container the servlet container with its version, such as {@code jetty/12.0.16}
 * @param springBoot the version of Spring Boot
 */
public record WebFacts(String container, String springBoot) implements ProviderFacts {
  static final String CONTAINER = "container";

  private static final String SPRING_BOOT = "springBoot";

  public WebFacts {
    Objects.requireNonNull(container, CONTAINER);
    Objects.requireNonNull(springBoot, SPRING_BOOT);
  }

  @Override
  public String text() {
    return container + ", Spring Boot " + springBoot;
  }

  @Override
  public String toFields() {
    return CONTAINER + "=" + container + " " + SPRING_BOOT + "=" + springBoot;
  }

  static WebFacts of(Map<String, String> fields) {
    return new WebFacts(fields.get(CONTAINER), fields.get(SPRING_BOOT));
  }
}
