package io.poolbench.server.launch;

import io.poolbench.api.ProviderCommand;
import io.poolbench.api.Ready;

/** A provider that accepts calls. */
public interface RunningProvider extends AutoCloseable {
  Ready ready();

  /** Carries out a command; returns false, with a warning, if the provider cannot. */
  boolean apply(ProviderCommand command);

  @Override
  void close();
}
