package io.poolbench.server.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.poolbench.core.AgentProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Supplier;

/** An HTTP server with a thread of its own, so that a saturated pool does not delay it. */
public final class MetricsEndpoint implements AutoCloseable {
  private final HttpServer server;

  /**
   * Disables Nagle's algorithm for all HTTP servers of the process; to be called before the first
   * one is created. The JDK's server writes head and body separately, so that a scrape would
   * otherwise wait for a delayed ACK.
   */
  public static void sendWithoutDelay() {
    System.getProperties().putIfAbsent("sun.net.httpserver.nodelay", "true");
  }

  /** Serves texts by their paths on loopback, at any free port. */
  MetricsEndpoint(Map<String, Supplier<String>> texts) throws IOException {
    // Not the JVM's loopback address, which is ::1 with java.net.preferIPv6Addresses=true.
    InetAddress loopback = InetAddress.getAllByName(AgentProtocol.LOOPBACK)[0];
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.createContext("/", exchange -> answer(exchange, texts));
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, Map<String, Supplier<String>> texts)
      throws IOException {
    Supplier<String> text = texts.get(exchange.getRequestURI().getPath());
    try {
      if (text == null) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] body = text.get().getBytes(UTF_8);
        exchange
            .getResponseHeaders()
            .set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
