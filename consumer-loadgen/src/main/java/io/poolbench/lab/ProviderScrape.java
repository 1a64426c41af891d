package io.poolbench.lab;

import io.poolbench.api.AgentProtocol;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads the metrics and histograms of one endpoint of a provider. */
final class ProviderScrape {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpRequest metrics;
  private final HttpRequest histograms;
  private final HttpRequest target;
  private final Duration timeout;

  ProviderScrape(int metricsPort, Duration timeout) {
    this.metrics = request(metricsPort, ProviderMetrics.PATH);
    this.histograms = request(metricsPort, ProviderHistograms.PATH);
    this.target = request(metricsPort, AgentProtocol.PROVIDER_PATH);
    this.timeout = timeout;
  }

  private static HttpRequest request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
  }

  /** The lines that {@link ProviderMetrics} describes. */
  List<String> metrics() throws InterruptedException, TimeoutException, ExecutionException {
    return get(metrics);
  }

  /** The same, without a wait for them. */
  CompletableFuture<List<String>> metricsLater() {
    return http.sendAsync(metrics, HttpResponse.BodyHandlers.ofString())
        .thenApply(answer -> answer.body().lines().toList());
  }

  /** The lines that {@link ProviderHistograms} describes. */
  List<String> histograms() throws InterruptedException, TimeoutException, ExecutionException {
    return get(histograms);
  }

  /** What an agent reports of the provider that it is in. */
  TargetReport target() throws InterruptedException, TimeoutException, ExecutionException {
    return TargetReport.parse(String.join("\n", get(target)));
  }

  private List<String> get(HttpRequest request)
      throws InterruptedException, TimeoutException, ExecutionException {
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      // HttpRequest.timeout ends with the head: a provider can freeze within the body.
      return answer.get(timeout.toSeconds(), TimeUnit.SECONDS).body().lines().toList();
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw e;
    }
  }
}
