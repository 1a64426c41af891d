package io.poolbench.lab;

import io.poolbench.core.ProviderMetrics;
import io.poolbench.result.ViolationCode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Reads the Prometheus metrics of a provider, as exported by Dubbo and Micrometer or by poolbench's
 * agent. Thread-safe.
 */
final class RemoteMetrics {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;

  /** Names in Dubbo 3.3's {@code MetricsKey}, and those of poolbench's providers. */
  private static final Map<String, String> OF_DUBBO =
      Map.of(
          "dubbo_thread_pool_thread_count", ProviderMetrics.POOL_SIZE,
          "dubbo_thread_pool_active_size", ProviderMetrics.POOL_ACTIVE,
          "dubbo_thread_pool_queue_size", ProviderMetrics.QUEUE_SIZE);

  /** CPU time of the process in Micrometer, in nanoseconds. */
  private static final String CPU_NANOS = "process_cpu_time_ns_total";

  private static final double NANOS_PER_SECOND = 1e9;

  private final String url;
  private final TextFetch fetch = new TextFetch(TIMEOUT);

  RemoteMetrics(String url) {
    this.url = url;
  }

  ProviderCounters read() throws LabException, InterruptedException {
    try {
      HttpResponse<String> answer = fetch.get(URI.create(url));
      if (answer.statusCode() != OK) {
        throw unreadable("status " + answer.statusCode(), null);
      }
      return counters(answer.body().lines().toList());
    } catch (TimeoutException e) {
      throw unreadable("no answer within " + TIMEOUT.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      String reason = e.getCause().getMessage();
      throw unreadable(reason == null ? "cannot be reached" : reason, e);
    } catch (IllegalArgumentException e) {
      throw unreadable("not in Prometheus text format", e);
    }
  }

  private LabException unreadable(String problem, Exception cause) {
    return new LabException(
        ViolationCode.PROVIDER_UNREACHABLE, "metrics at " + url + ": " + problem, cause);
  }

  /** Parses metrics and maps their names to those of poolbench's providers. */
  static ProviderCounters counters(List<String> lines) {
    Map<String, Double> values = new HashMap<>(ProviderCounters.values(lines));
    OF_DUBBO.forEach(
        (theirs, ours) ->
            Optional.ofNullable(values.remove(theirs))
                .ifPresent(value -> values.putIfAbsent(ours, value)));
    Optional.ofNullable(values.remove(CPU_NANOS))
        .ifPresent(nanos -> values.putIfAbsent(ProviderMetrics.CPU, nanos / NANOS_PER_SECOND));
    // Percentages of CPU time would need the number of CPUs, which is unknown.
    values.remove(ProviderMetrics.CLOCK);
    return new ProviderCounters(values, Map.of(), Optional.empty());
  }
}
