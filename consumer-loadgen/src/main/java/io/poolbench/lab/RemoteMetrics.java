package io.poolbench.lab;

import io.poolbench.api.ProviderMetrics;
import io.poolbench.result.ViolationCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The metrics that a provider has for Prometheus: those of Dubbo and Micrometer, or of poolbench's
 * agent.
 *
 * @param url where they are
 */
record RemoteMetrics(String url) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;

  /** Names of Dubbo 3.3's {@code MetricsKey} for what poolbench's providers call so. */
  private static final Map<String, String> OF_DUBBO =
      Map.of(
          "dubbo_thread_pool_thread_count", ProviderMetrics.POOL_SIZE,
          "dubbo_thread_pool_active_size", ProviderMetrics.POOL_ACTIVE,
          "dubbo_thread_pool_queue_size", ProviderMetrics.QUEUE_SIZE);

  /** Micrometer's, in nanoseconds. */
  private static final String CPU_NANOS = "process_cpu_time_ns_total";

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Reads them.
   *
   * @throws LabException where they cannot be read
   */
  ProviderCounters read() throws LabException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> answer =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(TIMEOUT)
              .build()
              .send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new IOException("status " + answer.statusCode());
      }
      return counters(answer.body().lines().toList());
    } catch (IOException | NumberFormatException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "metrics at " + url + ": " + e.getMessage(), e);
    }
  }

  /** The counters of such lines. */
  static ProviderCounters counters(List<String> lines) {
    Map<String, Double> values = new HashMap<>(ProviderCounters.values(lines));
    OF_DUBBO.forEach(
        (theirs, ours) ->
            Optional.ofNullable(values.remove(theirs))
                .ifPresent(value -> values.putIfAbsent(ours, value)));
    Optional.ofNullable(values.remove(CPU_NANOS))
        .ifPresent(nanos -> values.putIfAbsent(ProviderMetrics.CPU, nanos / NANOS_PER_SECOND));
    // Shares of time are of its CPUs, of which nothing is known.
    values.remove(ProviderMetrics.CLOCK);
    return new ProviderCounters(values, Map.of(), Optional.empty());
  }
}
