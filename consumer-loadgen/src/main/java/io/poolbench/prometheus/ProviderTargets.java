package io.poolbench.prometheus;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The address of the running provider's metrics, for Prometheus' HTTP service discovery (a JSON
 * array of target groups): every cell has a provider of its own, on another port. Thread-safe.
 */
final class ProviderTargets implements HttpHandler {
  static final String PATH = "/targets";

  private final Supplier<OptionalInt> port;

  /**
   * @param port the running provider's; empty without one
   */
  ProviderTargets(Supplier<OptionalInt> port) {
    this.port = port;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] json = new ObjectMapper().writeValueAsBytes(targets(port.get()));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, json.length);
        exchange.getResponseBody().write(json);
      }
    }
  }

  private static ArrayNode targets(OptionalInt metricsPort) {
    ArrayNode groups = new ObjectMapper().createArrayNode();
    metricsPort.ifPresent(
        at -> groups.addObject().putArray("targets").add(MetricsServer.LOOPBACK + ":" + at));
    return groups;
  }
}
