package io.poolbench.prometheus;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;

/**
 * Serves a driver's metrics by HTTP, on loopback only: {@code /metrics}, in what format a
 * Prometheus asks for, and {@code /targets}, which tells it where the provider of the moment has
 * its own.
 */
public final class MetricsServer implements AutoCloseable {
  /** Whoever is to see them from elsewhere has a Prometheus here, or a tunnel. */
  static final String LOOPBACK = "127.0.0.1";

  private final HTTPServer server;

  private MetricsServer(HTTPServer server) {
    this.server = server;
  }

  /**
   * Starts to serve, on threads of its own.
   *
   * @param port where; 0 = any free one
   * @throws IOException where the port cannot be had
   */
  public static MetricsServer start(int port, DriverMetrics metrics) throws IOException {
    return new MetricsServer(
        HTTPServer.builder()
            .hostname(LOOPBACK)
            .port(port)
            .registry(metrics.registry())
            .defaultHandler(new ProviderTargets(metrics::providerMetricsPort))
            .buildAndStart());
  }

  /** Where it serves, such as {@code http://127.0.0.1:9464}. */
  public String url() {
    return "http://" + LOOPBACK + ":" + server.getPort();
  }

  @Override
  public void close() {
    server.close();
  }
}
