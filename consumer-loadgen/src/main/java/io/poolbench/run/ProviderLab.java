package io.poolbench.run;

import io.poolbench.api.EffectivePool;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.HostedReading;
import io.poolbench.lab.LabException;
import io.poolbench.lab.TargetService;
import io.poolbench.load.Probe.PoolState;
import io.poolbench.redis.AddedLatency;
import io.poolbench.result.Host;
import io.poolbench.result.SiteSamples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The lab of one machine: starts, pins, measures and stops providers, one at a time, with their
 * backends. CPUs are lists in the kernel's format. Thread-safe.
 */
public interface ProviderLab extends AutoCloseable {
  /** The machine, with the JVM of the lab. */
  Host host() throws LabException;

  /**
   * Checks that the machine has what a cell requires.
   *
   * @throws io.poolbench.api.InvalidSettingException for the first setting that is not valid
   */
  void check(String cell) throws LabException;

  HostProbe.State beforeCell(String cpus) throws LabException, InterruptedException;

  /**
   * Stops the last provider and starts another.
   *
   * @param cells JSON of the cells as in results, without credentials
   * @param redisUri of an external Redis, with its password; empty without one
   * @param bind the address that the provider listens on
   */
  Started start(List<String> cells, String redisUri, String bind)
      throws LabException, InterruptedException;

  HostedReading read(int endpoint) throws LabException, InterruptedException;

  /** Checks that the provider still runs as configured. */
  void checkProvider() throws LabException;

  CompletableFuture<PoolState> pool(int endpoint) throws LabException;

  void pin(String cpus) throws LabException, InterruptedException;

  void requirePinned(String cpus) throws LabException, InterruptedException;

  void cpuIterations(long rounds) throws LabException, InterruptedException;

  void renewPool(int endpoint) throws LabException, InterruptedException;

  EffectivePool usePool(Map<String, String> parameters) throws LabException, InterruptedException;

  Optional<SiteSamples> sampleSites(boolean on) throws LabException, InterruptedException;

  void resizeConnections(String name, int size) throws LabException, InterruptedException;

  void delayRedisBy(AddedLatency latency) throws LabException;

  void checkRedis() throws LabException;

  List<String> logTail() throws LabException;

  /** Stops the provider and returns its log. */
  String end() throws LabException;

  /** Stops the provider and releases everything else. */
  @Override
  void close();

  /**
   * A started provider.
   *
   * @param ready the line in which it reported that it is ready
   * @param facts description of its software
   * @param redis description of its Redis, without a password
   * @param services the services that a target exports
   * @param pinned whether it runs on its CPUs only
   * @param notes messages for the user
   */
  record Started(
      String ready,
      String facts,
      List<String> command,
      String redis,
      List<TargetService> services,
      boolean pinned,
      List<String> notes) {
    public Started {
      command = List.copyOf(command);
      services = List.copyOf(services);
      notes = List.copyOf(notes);
    }
  }
}
