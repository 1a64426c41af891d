package io.poolbench.server.web;

import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.WebLaunchConfig;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;

interface WebContainer {
  static WebContainer of(ContainerKind kind) {
    return Map.of(
            ContainerKind.JETTY, new JettyContainer(), ContainerKind.TOMCAT, new TomcatContainer())
        .get(kind);
  }

  String version();

  /** Spring Boot's properties for the size of the pool. */
  Map<String, String> properties(WebLaunchConfig config);

  /** Creates the factory of the server, with the settings for which Spring Boot has no property. */
  ServletWebServerFactory factory(WebLaunchConfig config);

  Threads threads(WebServer server);

  /**
   * The request threads.
   *
   * @param queued number of tasks waiting for a thread
   */
  record Threads(
      DoubleSupplier count,
      DoubleSupplier busy,
      DoubleSupplier queued,
      Supplier<EffectivePool> effective) {}
}
