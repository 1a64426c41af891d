package io.poolbench.server.web;

import io.poolbench.api.WebLaunchConfig;
import io.poolbench.server.launch.ProviderLauncher;
import io.poolbench.server.launch.ProviderProgram;
import io.poolbench.server.launch.StartException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/** The main class of the web provider: see {@link ProviderLauncher}. */
public final class WebMain implements ProviderProgram<WebLaunchConfig> {
  private WebMain() {}

  public static void main(String[] arguments) {
    ProviderLauncher.run(new WebMain());
  }

  @Override
  public WebLaunchConfig configuration(Properties properties) {
    return WebLaunchConfig.fromProperties(properties);
  }

  @Override
  public Map<String, String> systemDefaults(WebLaunchConfig config) {
    return Map.of(
        // Standard output is reserved for the READY line: logback.xml alone configures the logging.
        "org.springframework.boot.logging.LoggingSystem",
        "none",
        // Idle connections to the downstream service that the JDK keeps; 5 by default.
        "http.maxConnections",
        Integer.toString(config.maxThreads() + config.taskThreads()));
  }

  @Override
  public WebProvider start(WebLaunchConfig config) throws StartException {
    return WebProvider.start(config, Work.asleep(Duration.ofMillis(config.delayMillis())));
  }
}
