package io.poolbench.study;

import io.poolbench.api.Ready;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.HostSpeed;
import io.poolbench.lab.HostedReading;
import io.poolbench.lab.LabException;
import io.poolbench.lab.StartedProvider;
import io.poolbench.load.PoolState;
import io.poolbench.load.Probe;
import io.poolbench.study.HostOrder.Action;
import io.poolbench.study.HostOrder.Lines;
import io.poolbench.study.HostOrder.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A provider that runs on another host. For one thread. */
final class HostedProvider implements StartedProvider {
  /** Longer than a provider and its Redis may take to end. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

  private final ProviderHostClient host;
  private final HostProbe driver;
  private final HostSpeed speed;
  private final Started started;
  private final Ready ready;
  private final Path log;

  /**
   * @param driver measures the driver's CPUs
   * @param speed the fastest known of the provider's CPUs
   * @param log receives its output once it has ended
   */
  HostedProvider(
      ProviderHostClient host, HostProbe driver, HostSpeed speed, Started started, Path log) {
    this.host = host;
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

  /** Only its host can read them. */
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
      return host.ask(Action.LOG_TAIL, null, Lines.class).lines();
    } catch (LabException e) {
      return List.of(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return host.ask(Action.READ, endpoint, HostedReading.class)
            .beside(driver, speed, reconnects.get());
      }

      @Override
      public void check() throws LabException {
        host.orderWithin(Action.ALIVE, null);
      }

      @Override
      public CompletableFuture<PoolState> pool() {
        return host.askLater(Action.POOL, endpoint, PoolState.class)
            .exceptionally(unreadable -> PoolState.UNKNOWN);
      }
    };
  }

  @Override
  public void pin(CpuList cpus) throws LabException, InterruptedException {
    host.order(Action.PIN, cpus.toString());
  }

  @Override
  public void requirePinned(CpuList cpus) throws LabException, InterruptedException {
    host.order(Action.REQUIRE_PINNED, cpus.toString());
  }

  @Override
  public void cpuIterations(long rounds) throws LabException, InterruptedException {
    host.order(Action.CPU_ITERATIONS, rounds);
  }

  @Override
  public void renewPool(int endpoint) throws LabException, InterruptedException {
    host.order(Action.RENEW_POOL, endpoint);
  }

  /** Ends it there, and keeps its log here. */
  @Override
  public void close() {
    Optional<String> text = end(host);
    if (text.isPresent()) {
      try {
        Files.writeString(log, text.get());
      } catch (IOException e) {
        // The daemon has it; results without it are complete.
      }
    }
  }

  /**
   * Ends what runs there, also where this thread is interrupted.
   *
   * @return the log; empty where the daemon does not answer
   */
  private static Optional<String> end(ProviderHostClient host) {
    if (host.isLost()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          host.askLater(Action.END, null, String.class)
              .orTimeout(END_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
              .join());
    } catch (CompletionException e) {
      return Optional.empty(); // it ends the provider by itself, where the session is lost
    }
  }
}
