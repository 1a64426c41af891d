package io.poolbench.server.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsEndpointTest {
  @AutoClose private MetricsEndpoint endpoint;

  @BeforeEach
  void serve() throws IOException {
    endpoint = new MetricsEndpoint(Map.of("/metrics", () -> "up 1\n", "/more", () -> "x"));
  }

  @Test
  void aTextIsServedInPrometheusFormat() throws Exception {
    HttpResponse<String> answer = send("GET", "/metrics");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("up 1\n");
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(send("GET", "/more").body()).isEqualTo("x");
  }

  @Test
  void otherPathsAndMethodsAreNotServed() throws Exception {
    assertThat(send("GET", "/metricsandmore").statusCode()).isEqualTo(404);
    assertThat(send("GET", "/").statusCode()).isEqualTo(404);
    assertThat(send("POST", "/metrics").statusCode()).isEqualTo(405);
  }

  /** Two bytes of any local account once blocked every scrape. */
  @Test
  void anIncompleteRequestDelaysNoOther() throws Exception {
    try (Socket silent = new Socket(LoopbackListener.loopback(), endpoint.port());
        Socket endless = new Socket(LoopbackListener.loopback(), endpoint.port())) {
      silent.getOutputStream().write("GE".getBytes(US_ASCII));
      endless.getOutputStream().write("x".repeat(8192).getBytes(US_ASCII));
      assertThat(endless.getInputStream().read()).as("beyond the size of a request").isEqualTo(-1);
      assertThat(send("GET", "/metrics").statusCode()).isEqualTo(200);
    }
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
