package io.poolbench.server.launch;

import io.poolbench.api.ProviderCommand;
import io.poolbench.api.Ready;

/** A provider that takes calls. */
public interface RunningProvider extends AutoCloseable {
  /** The ports and facts of its READY line. */
  Ready ready();

  /** Carries out a command; false, with a warning, if this provider cannot. */
  boolean apply(ProviderCommand command);

  @Override
  void close();
}
