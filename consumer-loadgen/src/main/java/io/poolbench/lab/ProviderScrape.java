package io.poolbench.lab;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads the metrics and histograms of one endpoint of a provider by HTTP. Methods throw an {@link
 * ExecutionException} if the provider cannot be reached. Thread-safe.
 */
final class ProviderScrape {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;

  ProviderScrape(int metricsPort) {
    this.endpoint = URI.create("http://127.0.0.1:" + metricsPort);
  }

  /** The lines that {@link ProviderMetrics} describes. */
  List<String> metrics() throws InterruptedException, TimeoutException, ExecutionException {
    return lines(ProviderMetrics.PATH);
  }

  /** {@link #metrics}, read asynchronously and without a timeout. */
  CompletableFuture<List<String>> metricsLater() {
    return get(ProviderMetrics.PATH).thenApply(answer -> answer.body().lines().toList());
  }

  /** The lines that {@link ProviderHistograms} describes. */
  List<String> histograms() throws InterruptedException, TimeoutException, ExecutionException {
    return lines(ProviderHistograms.PATH);
  }

  TargetReport target() throws InterruptedException, TimeoutException, ExecutionException {
    return TargetReport.parse(String.join("\n", lines(AgentProtocol.PROVIDER_PATH)));
  }

  private List<String> lines(String path)
      throws InterruptedException, TimeoutException, ExecutionException {
    CompletableFuture<HttpResponse<String>> answer = get(path);
    try {
      // HttpRequest.timeout covers only the head: a provider can freeze within the body.
      return answer
          .get(ProgramProcess.ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
          .body()
          .lines()
          .toList();
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw e;
    }
  }

  private CompletableFuture<HttpResponse<String>> get(String path) {
    return http.sendAsync(
        HttpRequest.newBuilder(endpoint.resolve(path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
