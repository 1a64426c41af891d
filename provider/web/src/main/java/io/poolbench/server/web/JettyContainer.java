package io.poolbench.server.web;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.WebLaunchConfig;
import java.util.Map;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.springframework.boot.web.embedded.jetty.JettyServletWebServerFactory;
import org.springframework.boot.web.embedded.jetty.JettyWebServer;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;

final class JettyContainer implements WebContainer {
  @Override
  public String version() {
    return "jetty/" + Jetty.VERSION;
  }

  @Override
  public Map<String, String> properties(WebLaunchConfig config) {
    return Map.of(
        "server.jetty.threads.min", Integer.toString(config.minThreads()),
        "server.jetty.threads.max", Integer.toString(config.threads()),
        "server.jetty.max-connections", Integer.toString(config.maxConnections()));
  }

  @Override
  public ServletWebServerFactory factory(WebLaunchConfig config) {
    JettyServletWebServerFactory factory = new JettyServletWebServerFactory();
    factory.addServerCustomizers(
        server -> {
          for (var connector : server.getConnectors()) {
            ((ServerConnector) connector).setAcceptQueueSize(config.acceptQueue());
          }
        });
    return factory;
  }

  @Override
  public Threads threads(WebServer server) {
    QueuedThreadPool pool =
        (QueuedThreadPool) ((JettyWebServer) server).getServer().getThreadPool();
    return new Threads(
        pool::getThreads,
        pool::getBusyThreads,
        pool::getQueueSize,
        () ->
            new EffectivePool(
                pool.getClass().getSimpleName(),
                pool.getMinThreads(),
                pool.getMaxThreads(),
                (long) pool.getIdleTimeout(),
                null,
                null));
  }
}
