package io.poolbench.lab;

import io.poolbench.load.Probe;
import java.util.Objects;

/**
 * Reads the counters of a provider, and gives a window up where the provider has ended. For one
 * thread.
 */
public final class ProviderProbe implements Probe<Counters, LabException> {
  private final ProviderProcess provider;

  public ProviderProbe(ProviderProcess provider) {
    this.provider = Objects.requireNonNull(provider, "provider");
  }

  @Override
  public Counters read() throws LabException, InterruptedException {
    return Counters.read(provider);
  }

  @Override
  public void glance() throws LabException {
    provider.requireAlive();
  }
}
