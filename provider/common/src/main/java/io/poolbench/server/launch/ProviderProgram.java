package io.poolbench.server.launch;

import java.util.Map;
import java.util.Properties;

/**
 * A kind of provider, as {@link ProviderLauncher} runs it.
 *
 * @param <C> its launch configuration
 */
public interface ProviderProgram<C> {
  /** The configuration of the properties on standard input. */
  C configuration(Properties properties);

  /**
   * System properties that libraries read when their classes load; a {@code -D} of the same name
   * overrides one.
   */
  Map<String, String> systemDefaults(C configuration);

  /** Starts a provider that takes calls; a failed start may leave parts running. */
  RunningProvider start(C configuration) throws StartException;
}
