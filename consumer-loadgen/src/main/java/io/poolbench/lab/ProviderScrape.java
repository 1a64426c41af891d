package io.poolbench.lab;

import io.poolbench.api.AgentProtocol;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Reads the metrics and histograms of one endpoint of a provider. */
final class ProviderScrape {
  private final TextFetch fetch;
  private final URI endpoint;

  ProviderScrape(int metricsPort, Duration timeout) {
    this.fetch = new TextFetch(timeout);
    this.endpoint = URI.create("http://127.0.0.1:" + metricsPort);
  }

  /** The lines that {@link ProviderMetrics} describes. */
  List<String> metrics() throws InterruptedException, TimeoutException, ExecutionException {
    return lines(ProviderMetrics.PATH);
  }

  /** {@link #metrics}, read asynchronously. */
  CompletableFuture<List<String>> metricsLater() {
    return fetch
        .getLater(endpoint.resolve(ProviderMetrics.PATH))
        .thenApply(answer -> answer.body().lines().toList());
  }

  /** The lines that {@link ProviderHistograms} describes. */
  List<String> histograms() throws InterruptedException, TimeoutException, ExecutionException {
    return lines(ProviderHistograms.PATH);
  }

  /** The report of the agent in a target. */
  TargetReport target() throws InterruptedException, TimeoutException, ExecutionException {
    return TargetReport.parse(String.join("\n", lines(AgentProtocol.PROVIDER_PATH)));
  }

  private List<String> lines(String path)
      throws InterruptedException, TimeoutException, ExecutionException {
    return fetch.get(endpoint.resolve(path)).body().lines().toList();
  }
}
