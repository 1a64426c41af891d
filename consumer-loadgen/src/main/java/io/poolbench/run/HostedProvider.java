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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A provider that runs on another machine. For one thread. */
final class HostedProvider implements StartedProvider {
  private final ProviderLab lab;
  private final ProviderControl control;
  private final HostProbe driver;
  private final HostSpeed speed;
  private final ProviderLab.Started started;
  private final Ready ready;
  private final Path log;

  HostedProvider(
      ProviderLab lab,
      ProviderControl control,
      HostProbe driver,
      HostSpeed speed,
      ProviderLab.Started started,
      Path log) {
    this.lab = lab;
    this.control = control;
    this.driver = driver;
    this.speed = speed;
    this.started = started;
    this.ready = Ready.parse(started.ready()).orElseThrow();
    this.log = log;
  }

  @Override
  public Ready ready() {
    return ready;
  }

  /** Empty: the endpoint can be reached from its own host only. */
  @Override
  public OptionalInt metricsPort(int endpoint) {
    return OptionalInt.empty();
  }

  @Override
  public List<String> command() {
    return started.command();
  }

  @Override
  public List<String> logTail() {
    try {
      return control.logTail();
    } catch (LabException e) {
      return List.of(e.getMessage());
    }
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return control.reading(endpoint, started.alone()).beside(driver, speed, reconnects.get());
      }

      @Override
      public void check() throws LabException {
        control.check();
      }

      @Override
      public CompletableFuture<PoolState> pool() {
        try {
          return control.poolState(endpoint).exceptionally(unreadable -> PoolState.UNKNOWN);
        } catch (LabException e) {
          return CompletableFuture.completedFuture(PoolState.UNKNOWN);
        }
      }
    };
  }

  @Override
  public Optional<ProviderControl> control() {
    return Optional.of(control);
  }

  /** Stops the provider on its machine, and saves its log on this one. */
  @Override
  public void close() {
    // The provider has to be stopped even if this thread is interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      control.close();
      Files.writeString(log, lab.end());
    } catch (IOException | LabException e) {
      // If the side is lost, the provider is as well; results are complete without its log.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
