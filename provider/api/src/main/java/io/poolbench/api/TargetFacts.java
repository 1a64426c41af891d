package io.poolbench.api;

import java.util.Map;
import java.util.Objects;

/**
 * The versions in a user's own provider, read back by the agent.
 *
 * @param dubbo the version of Dubbo, such as {@code 3.3.6}
 * @param java the version of the JVM, such as {@code 17.0.15}
 */
public record TargetFacts(String dubbo, String java) implements ProviderFacts {
  static final String DUBBO = "dubbo";

  private static final String JAVA = "java";

  public TargetFacts {
    Objects.requireNonNull(dubbo, "dubbo");
    Objects.requireNonNull(java, "java");
  }

  @Override
  public String text() {
    return "Dubbo " + dubbo + ", Java " + java;
  }

  @Override
  public String toFields() {
    return DUBBO + "=" + dubbo + " " + JAVA + "=" + java;
  }

  static TargetFacts of(Map<String, String> fields) {
    return new TargetFacts(fields.get(DUBBO), fields.get(JAVA));
  }
}
