package io.poolbench.api;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The line on a provider's standard output that reports that it accepts calls.
 *
 * @param pid the provider's process id
 * @param facts the provider's software, read back
 * @param endpoints in the order of {@link LaunchConfig#endpoints()}; a web provider has one
 */
public record Ready(long pid, ProviderFacts facts, List<Endpoint> endpoints) {
  private static final String WORD = "READY";
  private static final String START = WORD + " pid=";
  private static final String SEPARATOR = " ; ";

  public Ready {
    Objects.requireNonNull(facts, "facts");
    endpoints = List.copyOf(endpoints);
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("no endpoint");
    }
  }

  /**
   * The line, such as {@code READY pid=7 transport=... ; port=20880 metrics=9464 ...} with a part
   * for each endpoint; {@code -} stands for an unknown value.
   */
  public String toLine() {
    return endpoints.stream()
        .map(Endpoint::toText)
        .collect(
            Collectors.joining(
                SEPARATOR, WORD + " pid=" + pid + " " + facts.toFields() + SEPARATOR, ""));
  }

  public static Optional<Ready> parse(String line) {
    if (!line.startsWith(START)) {
      return Optional.empty();
    }
    List<Map<String, String>> parts =
        Arrays.stream(line.substring(WORD.length() + 1).split(SEPARATOR))
            .map(Ready::fields)
            .toList();
    return Optional.of(
        new Ready(
            Long.parseLong(parts.get(0).get("pid")),
            ProviderFacts.of(parts.get(0)),
            parts.stream().skip(1).map(Endpoint::of).toList()));
  }

  private static Map<String, String> fields(String text) {
    return Arrays.stream(text.split(" "))
        .map(field -> field.split("=", 2))
        .collect(Collectors.toMap(field -> field[0], field -> field[1]));
  }

  /**
   * A port that accepts calls.
   *
   * @param port the port of Dubbo's protocol, or of HTTP
   * @param metricsPort the port of {@link ProviderMetrics} and {@link ProviderHistograms}
   * @param pool the business pool or the servlet container's pool, read back from the executor
   */
  public record Endpoint(int port, int metricsPort, EffectivePool pool) {
    public Endpoint {
      Objects.requireNonNull(pool, "pool");
    }

    private String toText() {
      return "port=" + port + " metrics=" + metricsPort + " " + pool.shape().toFields();
    }

    private static Endpoint of(Map<String, String> fields) {
      return new Endpoint(
          Integer.parseInt(fields.get("port")),
          Integer.parseInt(fields.get("metrics")),
          EffectivePool.of(PoolShape.of(fields)));
    }
  }
}
