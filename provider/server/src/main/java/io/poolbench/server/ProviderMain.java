package io.poolbench.server;

import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.core.TimerSlack;
import io.poolbench.server.launch.ProviderLauncher;
import java.util.HashMap;
import java.util.Map;

/** The main class of the Dubbo provider: see {@link ProviderLauncher}. */
public final class ProviderMain {
  private static final Map<String, String> SYSTEM_DEFAULTS =
      Map.of(
          "dubbo.application.logger", "slf4j",
          // The launcher ends the process; Dubbo's hook would delay the exit after a signal by
          // seconds.
          "dubbo.shutdownHook.listenIgnore", "true",
          "dubbo.service.shutdown.wait", "100");

  private ProviderMain() {}

  public static void main(String[] arguments) {
    // All threads start from this one, and calls wait in them for a latency.
    TimerSlack.minimize();
    ProviderLauncher.run(LaunchConfig.class, ProviderMain::systemDefaults, Provider::start);
  }

  private static Map<String, String> systemDefaults(LaunchConfig config) {
    Map<String, String> defaults = new HashMap<>(SYSTEM_DEFAULTS);
    if (config.fidelity() == Fidelity.QUIET) {
      defaults.put("netty.epoll.enable", "true");
    } else {
      defaults.put("logback.configurationFile", "logback-stock.xml");
      defaults.put("poolbench.reports", config.reportFolder());
    }
    return defaults;
  }
}
