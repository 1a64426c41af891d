package io.poolbench.spec;

import io.poolbench.api.ContainerPool;
import io.poolbench.api.InvalidSettingException;
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
}
