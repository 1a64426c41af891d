package io.poolbench.study;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.ConfiguredPool.ContainerPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.WebLaunchConfig;
import java.util.Objects;

/** A web provider: Spring MVC on a servlet container; port 0 = any free port. */
public record WebSettings(WebServer web, @JsonUnwrapped ProcessSettings process)
    implements ProviderSettings {
  public WebSettings {
    Objects.requireNonNull(web, "web");
    process.jvm().requireOurs();
  }

  @Override
  public WebSettings listeningOn(String host) {
    return new WebSettings(web, process.listeningOn(host));
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
   * @param downstreamMillis the delay of the downstream service that is started with the provider;
   *     null = no such service
   */
  public record WebServer(
      ContainerKind container,
      int threads,
      int workers,
      int taskThreads,
      long delayMillis,
      Long downstreamMillis) {
    public WebServer {
      WebLaunchConfig.requireDelay("delay", delayMillis);
      if (downstreamMillis != null) {
        WebLaunchConfig.requireDelay("downstream", downstreamMillis);
      }
    }

    /** The container's pool, which keeps as many threads as Spring Boot lets it by default. */
    ContainerPool pool() {
      return new ContainerPool(
          container, Math.min(container.defaultMinThreads(), threads), threads);
    }

    /** The launch configuration of a process; an empty {@code downstream} means none. */
    public WebLaunchConfig launch(String downstream, String bindHost, int port) {
      return new WebLaunchConfig(
          container,
          pool().coreThreads(),
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
