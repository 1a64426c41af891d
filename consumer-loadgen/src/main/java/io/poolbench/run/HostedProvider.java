package io.poolbench.run;

import io.poolbench.api.Ready;
import io.poolbench.lab.Counters;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.StartedProvider;
import io.poolbench.load.Probe;
import io.poolbench.load.Probe.PoolState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A provider that runs on another machine. For one thread.
 *
 * @param driver of the driver's host
 * @param speed of the provider's CPUs
 */
record HostedProvider(
    ProviderLab lab,
    ProviderControl remote,
    HostProbe driver,
    HostSpeed speed,
    ProviderLab.Started started,
    Ready ready)
    implements StartedProvider {
  @Override
  public List<String> command() {
    return started.command();
  }

  @Override
  public List<String> logTail() {
    try {
      return remote.logTail();
    } catch (LabException e) {
      return List.of(e.getMessage());
    }
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return remote.reading(endpoint, started.alone()).beside(driver, speed, reconnects.get());
      }

      @Override
      public void check() throws LabException {
        remote.check();
      }

      @Override
      public CompletableFuture<PoolState> pool() {
        try {
          return remote.poolState(endpoint).exceptionally(unreadable -> PoolState.UNKNOWN);
        } catch (LabException e) {
          return CompletableFuture.completedFuture(PoolState.UNKNOWN);
        }
      }
    };
  }

  @Override
  public Optional<ProviderControl> control() {
    return Optional.of(remote);
  }

  @Override
  public void close() {
    remote.close();
  }
}
