package io.poolbench.server.web;

import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.WebLaunchConfig;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.catalina.util.ServerInfo;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.springframework.boot.web.embedded.jetty.JettyServletWebServerFactory;
import org.springframework.boot.web.embedded.jetty.JettyWebServer;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.embedded.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;

/** What a web provider sets and reads in its servlet container: a constant per container. */
enum WebContainer {
  JETTY {
    @Override
    String version() {
      return "jetty/" + Jetty.VERSION;
    }

    @Override
    Map<String, String> properties(WebLaunchConfig config) {
      return Map.of(
          "server.jetty.threads.min", Integer.toString(config.minThreads()),
          "server.jetty.threads.max", Integer.toString(config.threads()),
          "server.jetty.max-connections", Integer.toString(WebContainer.MAX_CONNECTIONS));
    }

    @Override
    ServletWebServerFactory factory() {
      JettyServletWebServerFactory factory = new JettyServletWebServerFactory();
      factory.addServerCustomizers(
          server -> {
            for (var connector : server.getConnectors()) {
              ((ServerConnector) connector).setAcceptQueueSize(WebContainer.ACCEPT_QUEUE);
            }
          });
      return factory;
    }

    @Override
    Threads threads(WebServer server) {
      QueuedThreadPool pool =
          (QueuedThreadPool) ((JettyWebServer) server).getServer().getThreadPool();
      return new Threads(
          pool::getThreads,
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
  },
  TOMCAT {
    @Override
    String version() {
      return "tomcat/" + ServerInfo.getServerNumber();
    }

    @Override
    Map<String, String> properties(WebLaunchConfig config) {
      return Map.of(
          "server.tomcat.threads.min-spare", Integer.toString(config.minThreads()),
          "server.tomcat.threads.max", Integer.toString(config.threads()),
          // Tomcat by default closes a connection after 100 requests, which Jetty does not.
          "server.tomcat.max-keep-alive-requests", "-1");
    }

    @Override
    ServletWebServerFactory factory() {
      return new TomcatServletWebServerFactory();
    }

    @Override
    Threads threads(WebServer server) {
      ThreadPoolExecutor pool =
          (ThreadPoolExecutor)
              ((TomcatWebServer) server)
                  .getTomcat()
                  .getConnector()
                  .getProtocolHandler()
                  .getExecutor();
      BlockingQueue<Runnable> queue = pool.getQueue();
      return new Threads(
          pool::getPoolSize,
          queue::size,
          () ->
              new EffectivePool(
                  pool.getClass().getSimpleName(),
                  pool.getCorePoolSize(),
                  pool.getMaximumPoolSize(),
                  pool.getKeepAliveTime(TimeUnit.MILLISECONDS),
                  queue.getClass().getSimpleName(),
                  queue.size() + queue.remainingCapacity()));
    }
  };

  /** Connections that the kernel holds until they are accepted, as Tomcat's default. */
  private static final int ACCEPT_QUEUE = 100;

  /** Connections that are accepted, as Tomcat's default. */
  private static final int MAX_CONNECTIONS = 8192;

  static WebContainer of(ContainerKind kind) {
    return valueOf(kind.name());
  }

  abstract String version();

  /** Spring Boot's properties for the size of the pool. */
  abstract Map<String, String> properties(WebLaunchConfig config);

  /** Creates the factory of the server, with the settings for which Spring Boot has no property. */
  abstract ServletWebServerFactory factory();

  abstract Threads threads(WebServer server);

  /**
   * The request threads.
   *
   * @param queued number of tasks waiting for a thread
   */
  record Threads(DoubleSupplier count, DoubleSupplier queued, Supplier<EffectivePool> effective) {}
}
