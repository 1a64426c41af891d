package io.poolbench.lab;

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
 * Reads one endpoint's metrics, histograms and agent's report by HTTP. Fails with an {@link
 * ExecutionException} if the provider cannot be reached. Thread-safe.
 */
final class ProviderScrape {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;

  ProviderScrape(int metricsPort) {
    this.endpoint = URI.create("http://127.0.0.1:" + metricsPort);
  }

  List<String> lines(String path)
      throws InterruptedException, TimeoutException, ExecutionException {
    CompletableFuture<List<String>> lines = linesLater(path);
    try {
      // HttpRequest.timeout covers only the head: a provider can freeze within the body.
      return lines.get(ProgramProcess.ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      lines.cancel(true);
      throw e;
    }
  }

  /** As {@link #lines}, read asynchronously and without a timeout. */
  CompletableFuture<List<String>> linesLater(String path) {
    return http.sendAsync(
            HttpRequest.newBuilder(endpoint.resolve(path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .thenApply(answer -> answer.body().lines().toList());
  }
}
