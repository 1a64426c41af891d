package io.poolbench.lab;

import com.google.gson.JsonElement;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.ContractJson;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.lab.HostService.Reading;
import io.poolbench.load.Loaded;
import io.poolbench.load.Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A provider process on any machine, with its downstream service, if it has one. Endpoints are
 * numbered from 0. A method that changes something fails if the provider does not confirm it.
 * Thread-safe.
 */
public final class ProviderProcess implements RunningProvider {
  private final ProgramProcess process;
  private final int niceness;
  private final ProviderPlace place;
  private final Optional<ProviderProcess> downstream;

  private ProviderProcess(
      Program.Launch launch,
      ProgramProcess process,
      ProviderPlace place,
      Optional<ProviderProcess> downstream) {
    this.process = process;
    this.niceness = launch.scheduling().businessNiceness();
    this.place = place;
    this.downstream = downstream;
  }

  /**
   * Starts a provider, pinned if the host supports it, and waits until it serves calls.
   *
   * @param downstream service, which ends with the provider or if the provider does not start
   */
  public static ProviderProcess start(
      Program.Launch launch, ProviderPlace place, Path log, Optional<ProviderProcess> downstream)
      throws LabException, InterruptedException {
    try {
      ProgramProcess process = ProgramProcess.start(launch, place.machine(), place.cpus(), log);
      try {
        if (process.ready().endpoints().isEmpty()) {
          throw process.unreachable("provider without an endpoint");
        }
        return new ProviderProcess(launch, process, place, downstream);
      } catch (LabException | RuntimeException e) {
        process.close();
        throw e;
      }
    } catch (LabException | InterruptedException | RuntimeException e) {
      downstream.ifPresent(ProviderProcess::close);
      throw e;
    }
  }

  /** The process, ports, pools and facts that it reported when it became ready. */
  public Ready ready() {
    return process.ready();
  }

  @Override
  public List<Integer> ports() {
    return ready().endpoints().stream().map(Ready.Endpoint::port).toList();
  }

  @Override
  public Optional<EffectivePool> pool(int endpoint) {
    return Optional.of(ready().endpoints().get(endpoint).pool());
  }

  @Override
  public String facts() {
    return ready().facts();
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
  private CountersReading reading(int endpoint, boolean atRest)
      throws LabException, InterruptedException {
    setNiceness();
    return answered(
        () -> {
          long pid = ready().pid();
          JsonElement first = atRest ? ask(AgentProtocol.HISTOGRAMS, endpoint) : null;
          Map<String, Double> values =
              ProcessCounters.values(ask(AgentProtocol.COUNTERS, endpoint));
          Reading kernel = place.machine().ask().readCounters(pid, place.machine().isOther());
          JsonElement histograms = atRest ? first : ask(AgentProtocol.HISTOGRAMS, endpoint);
          return new CountersReading(
              new SideReading(
                  Side.PROVIDER,
                  ProcessCounters.ofProvider(
                      values, ProcessCounters.histograms(histograms), kernel.processThreads()),
                  kernel.throttling(),
                  kernel.host(),
                  kernel.nanoTime()),
              SideReading.ofDriver(place.driver().probe()),
              kernel.redisReading(),
              place.site(pid));
        });
  }

  private void setNiceness() throws LabException, InterruptedException {
    if (niceness != 0) {
      place.machine().ask().setNiceness(ready().pid(), niceness);
    }
  }

  private JsonElement ask(String command, int endpoint) throws LabException, InterruptedException {
    return process.ask(command, Integer.toString(endpoint));
  }

  @Override
  public Optional<ProviderProcess> process() {
    return Optional.of(this);
  }

  public TargetReport target() throws LabException, InterruptedException {
    return answered(() -> TargetReport.parse(process.ask(AgentProtocol.REPORT, "").toString()));
  }

  private interface Answer<T> {
    T read() throws LabException, InterruptedException;
  }

  private <T> T answered(Answer<T> reading) throws LabException, InterruptedException {
    try {
      return reading.read();
    } catch (IllegalArgumentException e) {
      throw process.unreachable("metrics malformed: " + e.getMessage());
    }
  }

  /** Pins the provider to CPUs of its host, if the host supports pinning. */
  public void pin(CpuList cpus) throws LabException, InterruptedException {
    place.machine().ask().pin(ready().pid(), cpus);
  }

  /** As {@link #pin}, and fails if a thread may use other CPUs. */
  public void requirePinned(CpuList cpus) throws LabException, InterruptedException {
    place.machine().ask().requirePinned(ready().pid(), cpus);
  }

  /** Changes the iterations of CPU work per call. */
  public void cpuIterations(long rounds) throws LabException, InterruptedException {
    carryOut(AgentProtocol.CHANGE_WORK, Long.toString(rounds));
  }

  /** Changes the latency that poolbench's own provider adds to each read of Redis. */
  public void delayRedisBy(AddedLatency latency) throws LabException, InterruptedException {
    carryOut(AgentProtocol.CHANGE_REDIS_LATENCY, ContractJson.write(latency));
  }

  /**
   * Replaces the pool of an endpoint with a new one of the same configuration. Users may continue
   * to call.
   */
  public void renewPool(int endpoint) throws LabException, InterruptedException {
    carryOut(AgentProtocol.RENEW_POOL, Integer.toString(endpoint));
  }

  /**
   * Replaces the pool of a target's only endpoint, which no user calls meanwhile, and returns the
   * new one, read back.
   *
   * @param parameters of the new pool in a URL of Dubbo; empty = as the target configures
   */
  public EffectivePool usePool(Map<String, String> parameters)
      throws LabException, InterruptedException {
    carryOut(AgentProtocol.USE_POOL, AgentLaunch.ofPool(parameters).toJson());
    return target().pools().stream()
        .filter(pool -> pool.port() == endpoint().port())
        .map(TargetReport.Pool::runs)
        .findFirst()
        .orElseThrow();
  }

  /** Makes the agent of a target sample the business threads, from now on. */
  public void startSampling() throws LabException, InterruptedException {
    carryOut(AgentProtocol.SAMPLE_SITES, "true");
  }

  /** Returns the samples since sampling began. */
  public ProgramSamples stopSampling() throws LabException, InterruptedException {
    return (ProgramSamples)
        ContractJson.value(process.ask(AgentProtocol.SAMPLE_SITES, "false"), ProgramSamples.class);
  }

  /**
   * Changes the maximum of a pool of connections of a target; {@link #stopSampling} reports the one
   * that holds.
   */
  public void resizeConnections(String name, int size) throws LabException, InterruptedException {
    carryOut(AgentProtocol.RESIZE_CONNECTIONS, size + " " + name);
  }

  private void carryOut(String command, String argument) throws LabException, InterruptedException {
    JsonElement unused = process.ask(command, argument);
  }

  @Override
  public Probe<CountersReading, LabException> probe(int endpoint, CpuPlan cpus) {
    return new Probe<>() {
      @Override
      public CountersReading read() throws LabException, InterruptedException {
        return reading(endpoint, false);
      }

      @Override
      public CountersReading readAtRest() throws LabException, InterruptedException {
        return reading(endpoint, true);
      }

      @Override
      public Counters gained(CountersReading before, CountersReading after, Loaded loaded) {
        return after.gainedSince(before, loaded, cpus);
      }

      @Override
      public void check() throws LabException, InterruptedException {
        // A pool that is new in this window has started its threads since the reading before.
        setNiceness();
        ProviderProcess.this.check();
      }
    };
  }

  /** Fails if the provider or its downstream service has ended, or has reported a failure. */
  public void check() throws LabException {
    process.check();
    if (downstream.isPresent()) {
      downstream.get().check();
    }
  }

  /**
   * Ends the provider, or puts it back as it was if it ran already; then its downstream service.
   */
  @Override
  public void close() {
    process.close();
    downstream.ifPresent(ProviderProcess::close);
  }
}
