package io.poolbench.prometheus;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;

/**
 * The driver's HTTP endpoint for Prometheus, on loopback only: {@code /metrics}, and {@code
 * /targets} with the address of the running provider's own metrics.
 */
public final class MetricsServer implements AutoCloseable {
  /** For access from other hosts: a Prometheus on this one, or a tunnel. */
  static final String LOOPBACK = "127.0.0.1";

  private final HTTPServer server;

  private MetricsServer(HTTPServer server) {
    this.server = server;
  }

  /**
   * Starts to serve, on threads of its own.
   *
   * @param port 0: any free one
   * @throws IOException where the port is taken
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

  /** Its address, such as {@code http://127.0.0.1:9464}. */
  public String url() {
    return "http://" + LOOPBACK + ":" + server.getPort();
  }

  @Override
  public void close() {
    server.close();
  }
}
