package io.poolbench.server.delay;

import io.poolbench.api.WebLaunchConfig;
import io.poolbench.server.launch.ProviderLauncher;
import java.util.Map;

/** The main class of the delay server: see {@link ProviderLauncher}. */
public final class DelayMain {
  private DelayMain() {}

  public static void main(String[] arguments) {
    ProviderLauncher.run(WebLaunchConfig.Delay.class, config -> Map.of(), DelayServer::start);
  }
}
