package io.poolbench.lab;

import io.poolbench.api.PoolRenewal;
import io.poolbench.api.Ready;
import io.poolbench.api.WorkChange;
import io.poolbench.load.PoolState;
import io.poolbench.load.Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A provider in a process on this host, with the counters of its endpoints, and those of its
 * downstream service with them. For one thread.
 */
public final class ProviderProcess implements StartedProvider {
  private final ProgramProcess process;
  private final BusinessNiceness niceness;
  private final List<ProviderScrape> scrapes;
  private final HostProbe host;
  private final HostSpeed speed;
  private final Optional<ProviderProcess> downstream;

  private ProviderProcess(
      Program.Launch launch,
      ProgramProcess process,
      HostProbe host,
      Optional<ProviderProcess> downstream) {
    this.process = process;
    this.niceness =
        new BusinessNiceness(process.ready().pid(), launch.scheduling().businessNiceness());
    this.scrapes =
        process.ready().endpoints().stream()
            .map(of -> new ProviderScrape(of.metricsPort(), ProgramProcess.ANSWER_TIMEOUT))
            .toList();
    this.host = host;
    this.speed = host.providerSpeed(launch.jvm());
    this.downstream = downstream;
  }

  /**
   * Starts a provider and waits until it serves calls.
   *
   * @param host pins it, and measures the driver's CPUs
   * @param cpus the CPUs that it is pinned to, where the host can
   * @param log receives its output
   * @throws LabException where it does not become ready
   */
  public static ProviderProcess start(Program.Launch launch, HostProbe host, CpuList cpus, Path log)
      throws LabException, InterruptedException {
    return start(launch, host, cpus, log, Optional.empty());
  }

  /**
   * As {@link #start(Program.Launch, HostProbe, CpuList, Path)}, of a provider with a service that
   * it calls: that one ends with it, or where it does not start.
   */
  public static ProviderProcess start(
      Program.Launch launch,
      HostProbe host,
      CpuList cpus,
      Path log,
      Optional<ProviderProcess> downstream)
      throws LabException, InterruptedException {
    try {
      ProgramProcess process = ProgramProcess.start(launch, host.pinning(), cpus, log);
      try {
        return new ProviderProcess(launch, process, host, downstream);
      } catch (RuntimeException e) {
        process.close();
        throw e;
      }
    } catch (LabException | InterruptedException | RuntimeException e) {
      downstream.ifPresent(ProviderProcess::close);
      throw e;
    }
  }

  @Override
  public Ready ready() {
    return process.ready();
  }

  @Override
  public OptionalInt metricsPort(int endpoint) {
    return OptionalInt.of(ready().endpoints().get(endpoint).metricsPort());
  }

  /** The first endpoint, of a provider that has one. */
  public Ready.Endpoint endpoint() {
    return ready().endpoints().get(0);
  }

  @Override
  public List<String> command() {
    return process.command();
  }

  @Override
  public List<String> logTail() {
    return process.logTail();
  }

  /**
   * Reads the counters at an endpoint, which does not change them, after it has set the niceness of
   * business threads that started since the last reading.
   *
   * @throws LabException where they cannot be read
   */
  ProviderCounters counters(int endpoint) throws LabException, InterruptedException {
    return counters(endpoint, scrapes.get(endpoint)::histograms);
  }

  private ProviderCounters counters(int endpoint, Reading<List<String>> histograms)
      throws LabException, InterruptedException {
    niceness.apply();
    ProviderCounters own =
        scraped(
            () -> {
              Map<String, Double> values = ProviderCounters.values(scrapes.get(endpoint).metrics());
              Optional<ProcessThreads> threads = ProcessThreads.read(ready().pid());
              return new ProviderCounters(
                  values, ProviderCounters.histograms(histograms.read()), threads);
            });
    return downstream.isPresent() ? own.withLateness(downstream.get().counters(0)) : own;
  }

  /**
   * Reads the counters of an endpoint and of this host, for a driver on another one.
   *
   * @param alone whether what the provider runs on has CPUs of its own
   * @throws LabException where the provider's cannot be read
   */
  public HostedReading reading(int endpoint, boolean alone)
      throws LabException, InterruptedException {
    return HostedReading.of(counters(endpoint), ready().pid(), alone, host);
  }

  /** The state of an endpoint's pool, without a wait for the answer. */
  public CompletableFuture<PoolState> poolState(int endpoint) {
    return scrapes
        .get(endpoint)
        .metricsLater()
        .thenApply(lines -> ProviderCounters.pool(ProviderCounters.values(lines)))
        .exceptionally(unreadable -> PoolState.UNKNOWN);
  }

  /**
   * Reads what its agent reports, of a program of others.
   *
   * @throws LabException where it cannot be read
   */
  public TargetReport target() throws LabException, InterruptedException {
    return scraped(scrapes.get(0)::target);
  }

  /** Something that a provider's port for metrics answers. */
  private interface Reading<T> {
    T read() throws InterruptedException, TimeoutException, ExecutionException;
  }

  private <T> T scraped(Reading<T> reading) throws LabException, InterruptedException {
    try {
      return reading.read();
    } catch (TimeoutException e) {
      throw process.unreachable(
          "metrics scrape timed out after " + ProgramProcess.ANSWER_TIMEOUT.toSeconds() + " s");
    } catch (ExecutionException e) {
      process.checkStays();
      throw process.unreachable("metrics scrape failed: " + e.getCause().getMessage());
    }
  }

  @Override
  public void pin(CpuList cpus) throws InterruptedException {
    host.pinning().pin(ready().pid(), cpus);
  }

  @Override
  public void requirePinned(CpuList cpus) throws LabException, InterruptedException {
    host.pinning().require(ready().pid(), cpus);
  }

  @Override
  public void cpuIterations(long rounds) throws LabException, InterruptedException {
    process.carryOut(new WorkChange(rounds));
  }

  @Override
  public void renewPool(int endpoint) throws LabException, InterruptedException {
    process.carryOut(new PoolRenewal(endpoint));
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return beside(counters(endpoint));
      }

      @Override
      public Counters readAtRest() throws LabException, InterruptedException {
        // The CPU time is with the metrics: what histograms cost before them is not in a window.
        List<String> histograms = scraped(scrapes.get(endpoint)::histograms);
        return beside(counters(endpoint, () -> histograms));
      }

      private Counters beside(ProviderCounters own) {
        DriverReading driver = DriverReading.read(host, reconnects.get());
        return new Counters(
            new ProviderReading(
                own,
                pid(),
                true,
                host.readRedis(),
                speed,
                ControlGroups.of(ready().pid()).throttling(),
                Optional.empty()),
            driver);
      }

      @Override
      public void check() throws LabException, InterruptedException {
        // A pool that is new in this window has started its threads since the reading before it.
        niceness.apply();
        ProviderProcess.this.check();
      }

      @Override
      public CompletableFuture<PoolState> pool() {
        return poolState(endpoint);
      }
    };
  }

  /**
   * Checks that it still runs, as it was asked to, and its downstream service with it.
   *
   * @throws LabException where it has ended, or reports what it cannot do
   */
  public void check() throws LabException {
    process.check();
    if (downstream.isPresent()) {
      downstream.get().check();
    }
  }

  /** Ends it, and then its downstream service. */
  @Override
  public void close() {
    process.close();
    downstream.ifPresent(ProviderProcess::close);
  }
}
