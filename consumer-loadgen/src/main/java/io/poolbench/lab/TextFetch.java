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

/** Reads texts over HTTP. Thread-safe. */
final class TextFetch {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Duration timeout;

  /**
   * @param timeout of a whole answer
   */
  TextFetch(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * The answer to a GET.
   *
   * @throws ExecutionException where the server cannot be reached
   */
  HttpResponse<String> get(URI uri)
      throws InterruptedException, TimeoutException, ExecutionException {
    CompletableFuture<HttpResponse<String>> answer = getLater(uri);
    try {
      // HttpRequest.timeout ends with the head: a provider can freeze within the body.
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw e;
    }
  }

  /** The same, without a wait for it. */
  CompletableFuture<HttpResponse<String>> getLater(URI uri) {
    return http.sendAsync(
        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
