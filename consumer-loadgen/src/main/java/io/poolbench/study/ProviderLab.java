package io.poolbench.study;

import io.poolbench.lab.HostProbe;
import io.poolbench.lab.HostedReading;
import io.poolbench.lab.LabException;
import io.poolbench.lab.TargetService;
import io.poolbench.load.PoolState;
import io.poolbench.redis.AddedLatency;
import io.poolbench.result.Host;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The lab of one machine: starts, pins, measures and ends providers, one at a time, with what they
 * run on. CPUs are kernel lists. Thread-safe.
 */
public interface ProviderLab extends AutoCloseable {
  /** The machine; its JVM is that of the lab. */
  Host host() throws LabException;

  /**
   * Checks that the machine has what a cell names.
   *
   * @throws io.poolbench.api.InvalidSettingException for the first setting that is not valid
   */
  void check(String cell) throws LabException;

  /** The state of some CPUs. */
  HostProbe.State beforeCell(String cpus) throws LabException, InterruptedException;

  /**
   * Starts a provider in place of the last one.
   *
   * @param cells as results hold them, without credentials
   * @param redisUri of an external Redis, with its password; empty without one
   * @param bind the address that the provider listens on
   */
  Started start(List<String> cells, String redisUri, String bind)
      throws LabException, InterruptedException;

  /** The counters at an endpoint. */
  HostedReading read(int endpoint) throws LabException, InterruptedException;

  /** Checks that the provider runs as it was asked to. */
  void checkProvider() throws LabException;

  /** The state of an endpoint's pool. */
  CompletableFuture<PoolState> pool(int endpoint) throws LabException;

  void pin(String cpus) throws LabException, InterruptedException;

  void requirePinned(String cpus) throws LabException, InterruptedException;

  void cpuIterations(long rounds) throws LabException, InterruptedException;

  void renewPool(int endpoint) throws LabException, InterruptedException;

  void delayRedisBy(AddedLatency latency) throws LabException;

  void checkRedis() throws LabException;

  List<String> logTail() throws LabException;

  /** Ends the provider; its log. */
  String end() throws LabException;

  /** Ends all. */
  @Override
  void close();

  /**
   * A provider that was started.
   *
   * @param ready the line that it reported
   * @param facts what it is made of, in words
   * @param command that started it
   * @param redis in words, without a password
   * @param services that a target exports
   * @param pinned whether it runs on its CPUs only
   * @param notes for people
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
