package io.poolbench.server.web;

import io.poolbench.api.WebLaunchConfig;
import io.poolbench.server.launch.ProviderLauncher;
import java.util.Map;

/** The main class of the web provider: see {@link ProviderLauncher}. */
public final class WebMain {
  private WebMain() {}

  public static void main(String[] arguments) {
    ProviderLauncher.run(
        WebLaunchConfig.class,
        WebMain::systemDefaults,
        config -> WebProvider.start(config, () -> Thread.sleep(config.delayMillis())));
  }

  private static Map<String, String> systemDefaults(WebLaunchConfig config) {
    return Map.of(
        // Standard output is reserved for the READY line: logback.xml alone configures the logging.
        "org.springframework.boot.logging.LoggingSystem",
        "none",
        // Idle connections to the downstream service that the JDK keeps; 5 by default.
        "http.maxConnections",
        Integer.toString(config.threads() + config.taskThreads()));
  }
}
