package io.poolbench.api;

import java.util.List;
import java.util.Map;

/**
 * The software of a running HTTP server.
 *
 * @param parts name and version of each part, such as {@code jetty/12.0.16}
 */
public record WebFacts(List<String> parts) implements ProviderFacts {
  static final String PARTS = "parts";

  private static final String SEPARATOR = ",";

  public WebFacts {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no part");
    }
  }

  @Override
  public String text() {
    return String.join(", ", parts);
  }

  @Override
  public String toFields() {
    return PARTS + "=" + String.join(SEPARATOR, parts);
  }

  static WebFacts of(Map<String, String> fields) {
    return new WebFacts(List.of(fields.get(PARTS).split(SEPARATOR, -1)));
  }
}
