package io.poolbench.server.web;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.WebLaunchConfig;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.util.ServerInfo;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.embedded.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;

final class TomcatContainer implements WebContainer {
  @Override
  public String version() {
    return "tomcat/" + ServerInfo.getServerNumber();
  }

  @Override
  public Map<String, String> properties(WebLaunchConfig config) {
    return Map.of(
        "server.tomcat.threads.min-spare", Integer.toString(config.minThreads()),
        "server.tomcat.threads.max", Integer.toString(config.threads()),
        "server.tomcat.accept-count", Integer.toString(config.acceptQueue()),
        "server.tomcat.max-connections", Integer.toString(config.maxConnections()),
        // Tomcat by default closes a connection after 100 requests, which Jetty does not.
        "server.tomcat.max-keep-alive-requests", "-1");
  }

  @Override
  public ServletWebServerFactory factory(WebLaunchConfig config) {
    return new TomcatServletWebServerFactory();
  }

  @Override
  public Threads threads(WebServer server) {
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
        pool::getActiveCount,
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
}
