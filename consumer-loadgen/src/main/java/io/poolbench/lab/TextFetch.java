package io.poolbench.lab;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An HTTP client for text responses. Thread-safe. */
final class TextFetch {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Duration timeout;

  /**
   * @param timeout of a whole response
   */
  TextFetch(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * @throws ExecutionException if the server cannot be reached
   */
  HttpResponse<String> get(URI uri)
      throws InterruptedException, TimeoutException, ExecutionException {
    CompletableFuture<HttpResponse<String>> answer = getLater(uri);
    try {
      // HttpRequest.timeout covers only the head: a provider can freeze within the body.
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw e;
    }
  }

  /** Sends a GET request asynchronously, without a timeout. */
  CompletableFuture<HttpResponse<String>> getLater(URI uri) {
    return http.sendAsync(
        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
