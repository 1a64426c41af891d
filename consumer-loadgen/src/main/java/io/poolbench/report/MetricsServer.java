package io.poolbench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.sun.net.httpserver.HttpExchange;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;
import java.util.OptionalInt;

/**
 * The driver's HTTP endpoint for Prometheus, on loopback only. It serves {@code /metrics}, and
 * {@code /targets} with the address of the running provider's metrics for HTTP service discovery (a
 * JSON array of target groups), because each cell starts a provider on another port.
 */
public final class MetricsServer implements AutoCloseable {
  /** Access from another host requires a Prometheus on this host, or a tunnel. */
  private static final String LOOPBACK = "127.0.0.1";

  private static final String TARGETS = "/targets";

  private final HTTPServer server;

  private MetricsServer(HTTPServer server) {
    this.server = server;
  }

  /**
   * Starts the server on threads of its own.
   *
   * @param port 0 = any free one
   * @throws IOException if the port is taken
   */
  public static MetricsServer start(int port, DriverMetrics metrics) throws IOException {
    return new MetricsServer(
        HTTPServer.builder()
            .hostname(LOOPBACK)
            .port(port)
            .registry(metrics.registry())
            .defaultHandler(exchange -> serveTargets(exchange, metrics.providerMetricsPort()))
            .buildAndStart());
  }

  private static void serveTargets(HttpExchange exchange, OptionalInt metricsPort)
      throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(TARGETS)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        ArrayNode groups = new ObjectMapper().createArrayNode();
        metricsPort.ifPresent(
            port -> groups.addObject().putArray("targets").add(LOOPBACK + ":" + port));
        byte[] json = new ObjectMapper().writeValueAsBytes(groups);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, json.length);
        exchange.getResponseBody().write(json);
      }
    }
  }

  /** The server's address, such as {@code http://127.0.0.1:9464}. */
  public String url() {
    return "http://" + LOOPBACK + ":" + server.getPort();
  }

  @Override
  public void close() {
    server.close();
  }
}
