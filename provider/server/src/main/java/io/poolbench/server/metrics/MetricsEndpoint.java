package io.poolbench.server.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/**
 * Serves {@code GET /metrics} on one thread of its own, so that a saturated pool cannot delay it.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private static final String PATH = "/metrics";

  private final HttpServer server;

  /**
   * Starts to serve.
   *
   * @param address where to listen; port 0 = any free one
   * @param scrape the text to answer
   * @throws IOException where the address cannot be had
   */
  public MetricsEndpoint(InetSocketAddress address, Supplier<String> scrape) throws IOException {
    server = HttpServer.create(address, 0);
    server.createContext(PATH, exchange -> answer(exchange, scrape));
    server.start();
  }

  /** The port that it listens at. */
  public int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, Supplier<String> scrape) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] text = scrape.get().getBytes(UTF_8);
        exchange
            .getResponseHeaders()
            .set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
