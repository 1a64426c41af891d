package io.poolbench.server.launch;

import java.util.Map;
import java.util.Properties;

/**
 * A kind of provider that {@link ProviderLauncher} can run.
 *
 * @param <C> its launch configuration
 */
public interface ProviderProgram<C> {
  C configuration(Properties properties);

  /** System properties for libraries; a {@code -D} option of the same name overrides them. */
  Map<String, String> systemDefaults(C configuration);

  /** Starts a provider that accepts calls; a failed start may leave parts running. */
  RunningProvider start(C configuration) throws StartException;
}
