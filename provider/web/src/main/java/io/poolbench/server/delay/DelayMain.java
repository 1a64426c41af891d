package io.poolbench.server.delay;

import io.poolbench.api.DelayLaunchConfig;
import io.poolbench.server.launch.ProviderLauncher;
import io.poolbench.server.launch.ProviderProgram;
import io.poolbench.server.launch.StartException;
import java.util.Map;
import java.util.Properties;

/** The main class of the delay server: see {@link ProviderLauncher}. */
public final class DelayMain implements ProviderProgram<DelayLaunchConfig> {
  private DelayMain() {}

  public static void main(String[] arguments) {
    ProviderLauncher.run(new DelayMain());
  }

  @Override
  public DelayLaunchConfig configuration(Properties properties) {
    return DelayLaunchConfig.fromProperties(properties);
  }

  @Override
  public Map<String, String> systemDefaults(DelayLaunchConfig config) {
    return Map.of();
  }

  @Override
  public DelayServer start(DelayLaunchConfig config) throws StartException {
    return DelayServer.start(config);
  }
}
