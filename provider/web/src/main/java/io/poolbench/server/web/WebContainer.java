package io.poolbench.server.web;

import io.poolbench.api.ContainerKind;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.WebLaunchConfig;
import java.util.Map;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;

/** A servlet container as Spring Boot embeds it. */
interface WebContainer {
  /** The container of a kind. */
  static WebContainer of(ContainerKind kind) {
    return Map.of(
            ContainerKind.JETTY, new JettyContainer(), ContainerKind.TOMCAT, new TomcatContainer())
        .get(kind);
  }

  /** Its name and version, such as {@code jetty/12.0.16}. */
  String version();

  /** The properties of Spring Boot that size its pool. */
  Map<String, String> properties(WebLaunchConfig config);

  /** Builds its server; what has a property is not set here. */
  ServletWebServerFactory factory(WebLaunchConfig config);

  /** The pool of its started server. */
  Threads threads(WebServer server);

  /** The pool of a container, by the container's own count. */
  interface Threads {
    /** Threads, busy or not. */
    int count();

    /** Threads that are busy. */
    int busy();

    /** Tasks that wait for a thread. */
    int queued();

    /** The configuration of the running pool. */
    EffectivePool effective();
  }
}
