package io.poolbench.lab;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.ContractJson;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.SiteSamples;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.lab.ProviderReading.OtherHost;
import io.poolbench.load.Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A provider process on this host. Its counters include those of its downstream service, if it has
 * one. Thread-safe.
 */
public final class ProviderProcess implements RunningProvider.Started, ProviderControl {
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
            .map(of -> new ProviderScrape(of.metricsPort()))
            .toList();
    this.host = host;
    this.speed = host.providerSpeed(HostProbe.here(), launch.jvm());
    this.downstream = downstream;
  }

  /** Starts a provider, pinned if the host supports it, and waits until it serves calls. */
  public static ProviderProcess start(Program.Launch launch, HostProbe host, CpuList cpus, Path log)
      throws LabException, InterruptedException {
    return start(launch, host, cpus, log, Optional.empty());
  }

  /**
   * As {@link #start(Program.Launch, HostProbe, CpuList, Path)}, with a downstream service, which
   * ends with the provider or if the provider does not start.
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

  /** The endpoint of a provider that has only one. */
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
   * Sets the niceness of business threads that started since the last reading, then reads the
   * counters of an endpoint, which does not change them.
   *
   * @param atRest whether histograms are read before the metrics, so that a window that opens with
   *     them contains no CPU time of the reading
   */
  private ProviderCounters counters(int endpoint, boolean atRest)
      throws LabException, InterruptedException {
    niceness.apply();
    ProviderScrape scrape = scrapes.get(endpoint);
    return scraped(
        () -> {
          List<String> first = atRest ? scrape.lines(ProviderHistograms.PATH) : List.of();
          Map<String, Double> values = ProviderCounters.values(scrape.lines(ProviderMetrics.PATH));
          Optional<ProcessThreads> threads = ProcessThreads.read(ready().pid());
          List<String> histograms = atRest ? first : scrape.lines(ProviderHistograms.PATH);
          return new ProviderCounters(values, ProviderCounters.histograms(histograms), threads);
        });
  }

  @Override
  public Optional<ProviderControl> control() {
    return Optional.of(this);
  }

  @Override
  public ProviderReading reading(int endpoint, boolean alone, boolean atRest)
      throws LabException, InterruptedException {
    ProviderCounters own = counters(endpoint, atRest);
    return reading(own, Optional.of(new OtherHost(HostCounters.read(), alone, System.nanoTime())));
  }

  private ProviderReading reading(ProviderCounters own, Optional<OtherHost> otherHost) {
    return new ProviderReading(
        own,
        OptionalLong.of(ready().pid()),
        true,
        host.readRedis(),
        speed,
        ControlGroups.of(ready().pid()).throttling(),
        otherHost);
  }

  @Override
  public CompletableFuture<Map<String, Double>> poolStates(int endpoint) {
    return scrapes
        .get(endpoint)
        .linesLater(ProviderMetrics.PATH)
        .thenApply(lines -> ProviderCounters.states(ProviderCounters.values(lines)))
        .exceptionally(unreadable -> Map.of());
  }

  @Override
  public TargetReport target() throws LabException, InterruptedException {
    return scraped(
        () ->
            TargetReport.parse(
                String.join("\n", scrapes.get(0).lines(AgentProtocol.PROVIDER_PATH))));
  }

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
    } catch (IllegalArgumentException e) {
      throw process.unreachable("metrics malformed: " + e.getMessage());
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
    process.carryOut(AgentProtocol.CHANGE_WORK + rounds);
  }

  @Override
  public void delayRedisBy(AddedLatency latency) throws LabException, InterruptedException {
    process.carryOut(AgentProtocol.CHANGE_REDIS_LATENCY + ContractJson.write(latency));
  }

  @Override
  public void renewPool(int endpoint) throws LabException, InterruptedException {
    process.carryOut(AgentProtocol.RENEW_POOL + endpoint);
  }

  @Override
  public EffectivePool usePool(Map<String, String> parameters)
      throws LabException, InterruptedException {
    process.carryOut(AgentProtocol.USE_POOL + AgentLaunch.json(parameters));
    return target().pools().stream()
        .filter(pool -> pool.port() == endpoint().port())
        .map(TargetReport.Pool::runs)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public SiteSamples sampleSites(boolean on) throws LabException, InterruptedException {
    process.carryOut(AgentProtocol.SAMPLE_SITES + on);
    return target().samples();
  }

  @Override
  public void resizeConnections(String name, int size) throws LabException, InterruptedException {
    process.carryOut(AgentProtocol.RESIZE_CONNECTIONS + size + " " + name);
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return beside(counters(endpoint, false));
      }

      @Override
      public Counters readAtRest() throws LabException, InterruptedException {
        return beside(counters(endpoint, true));
      }

      private Counters beside(ProviderCounters own) {
        DriverReading driver = DriverReading.read(host);
        return new Counters(reading(own, Optional.empty()), driver);
      }

      @Override
      public void check() throws LabException, InterruptedException {
        // A pool that is new in this window has started its threads since the reading before.
        niceness.apply();
        ProviderProcess.this.check();
      }

      @Override
      public CompletableFuture<Map<String, Double>> states() {
        return poolStates(endpoint);
      }
    };
  }

  @Override
  public void check() throws LabException {
    process.check();
    if (downstream.isPresent()) {
      downstream.get().check();
    }
  }

  /** Ends the provider, then its downstream service. */
  @Override
  public void close() {
    process.close();
    downstream.ifPresent(ProviderProcess::close);
  }
}
