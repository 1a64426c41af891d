package io.poolbench.server.web;

import static java.util.stream.Collectors.toMap;

import io.poolbench.api.Ready;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Requests to a provider, and its metrics. */
final class HttpCalls {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Ready.Endpoint endpoint;
  private final ProviderRequest.Handler requests;

  HttpCalls(Ready ready, ProviderRequest.Handler requests) {
    this.endpoint = ready.endpoints().get(0);
    this.requests = requests;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(endpoint.port(), path), BodyHandlers.ofString());
  }

  List<CompletableFuture<HttpResponse<String>>> start(int requests, String path) {
    return Stream.generate(
            () -> client.sendAsync(request(endpoint.port(), path), BodyHandlers.ofString()))
        .limit(requests)
        .toList();
  }

  Map<String, Double> awaitMetrics(Predicate<Map<String, Double>> condition) {
    Map<String, Double> metrics = metrics();
    while (!condition.test(metrics)) {
      metrics = metrics();
    }
    return metrics;
  }

  Map<String, Double> metrics() {
    return requests.answer(AgentProtocol.COUNTERS, "0").getAsJsonObject().entrySet().stream()
        .collect(toMap(Map.Entry::getKey, value -> value.getValue().getAsDouble()));
  }

  private static HttpRequest request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
  }
}
