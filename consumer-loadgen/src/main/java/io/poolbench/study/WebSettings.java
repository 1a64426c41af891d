package io.poolbench.study;

import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.ConfiguredPool.ContainerPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.WebLaunchConfig;
import java.util.Objects;

/** A web provider: Spring MVC on a servlet container; port 0 = any free port. */
public record WebSettings(WebServer web, Jvm jvm, Scheduling scheduling, String bindHost, int port)
    implements ProviderSettings {
  public WebSettings {
    Objects.requireNonNull(web, "web");
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(scheduling, "scheduling");
    Objects.requireNonNull(bindHost, "bindHost");
    ProviderSettings.requirePort(port);
  }

  static WebSettings of(Section provider) {
    return new WebSettings(
        provider.read("web", WebServer::of),
        provider.read("jvm", Jvm::ofOurs),
        provider.constant("scheduling", Scheduling.values()),
        ProviderSettings.bindHost(provider),
        provider.integer("port"));
  }

  @Override
  public WebSettings listeningOn(String host) {
    return new WebSettings(web, jvm, scheduling, host, port);
  }

  @Override
  public ContainerPool pool() {
    return web.pool();
  }

  @Override
  public boolean speaksHttp() {
    return true;
  }

  @Override
  public void requireMethod(CalledMethod method, String setting) {
    ProviderSettings.super.requireMethod(method, setting);
    if (method instanceof ServiceMethod path
        && path.readsDownstream()
        && web.downstreamMillis() == null) {
      throw new InvalidSettingException(
          "provider.web.downstream",
          "missing: method '" + method.id() + "' reads it (example: 1s)");
    }
  }

  /**
   * The servlet container of a web provider, with its other pools; see {@link WebLaunchConfig}.
   *
   * @param threads maximum number of request threads
   * @param minThreads minimum number of request threads; null = Spring Boot's default, at most
   *     {@code threads}
   * @param downstreamMillis the delay of the downstream service that is started with the provider;
   *     null = no such service
   */
  public record WebServer(
      ContainerKind container,
      int threads,
      Integer minThreads,
      int workers,
      int taskThreads,
      long delayMillis,
      Long downstreamMillis) {
    public WebServer {
      minThreads =
          minThreads == null
              ? (Integer) Math.min(container.defaultMinThreads(), threads)
              : minThreads;
      WebLaunchConfig unused =
          new WebLaunchConfig(
              container,
              minThreads,
              threads,
              workers,
              delayMillis,
              taskThreads,
              "",
              LaunchConfig.LOOPBACK,
              0);
      if (downstreamMillis != null) {
        WebLaunchConfig.requireDelay("downstream", downstreamMillis);
      }
    }

    static WebServer of(Section web) {
      return new WebServer(
          web.constant("container", ContainerKind.values()),
          web.integer("threads"),
          web.ifGiven("minThreads", Section::integer),
          web.integer("workers"),
          web.integer("taskThreads"),
          web.wholeMillis("delay"),
          web.ifGiven("downstream", Section::wholeMillis));
    }

    ContainerPool pool() {
      return new ContainerPool(container, minThreads, threads);
    }

    /** The launch configuration of a process; an empty {@code downstream} means none. */
    public WebLaunchConfig launch(String downstream, String bindHost, int port) {
      return new WebLaunchConfig(
          container,
          minThreads,
          threads,
          workers,
          delayMillis,
          taskThreads,
          downstream,
          bindHost,
          port);
    }
  }
}
