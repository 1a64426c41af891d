package io.poolbench.run;

import io.poolbench.journal.Host;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.TargetService;
import java.util.List;

/**
 * The lab of one machine: starts, pins, measures and stops providers, one at a time, with their
 * backends. CPUs are lists in the kernel's format. Thread-safe.
 */
public interface ProviderLab extends AutoCloseable {
  /** The machine, with the JVM of the lab. */
  Host host() throws LabException;

  /** As {@link io.poolbench.lab.HostFacts#bootId}. */
  String bootId() throws LabException;

  /** Checks that the machine has what a cell requires. */
  void check(String cell) throws LabException;

  HostProbe.State beforeCell(String cpus) throws LabException, InterruptedException;

  /**
   * Stops the last provider and starts another.
   *
   * @param cells JSON of the cells as in results, without credentials
   * @param redisUri of an external Redis, with its password; empty without one
   * @param bind the address that the provider listens on
   */
  ProviderControl start(List<String> cells, String redisUri, String bind)
      throws LabException, InterruptedException;

  /** The facts of the provider that was started last. */
  Started started() throws LabException;

  void checkRedis() throws LabException;

  /** Stops the provider and returns its log. */
  String end() throws LabException;

  /** Stops the provider and releases everything else. */
  @Override
  void close();

  /**
   * The facts of a started provider.
   *
   * @param ready the line in which it reported that it is ready
   * @param facts description of its software
   * @param redis description of its Redis, without a password
   * @param services the services that a target exports
   * @param pinned whether it runs on its CPUs only
   * @param alone whether the other processes of the lab have CPUs of their own
   * @param notes messages for the user
   */
  record Started(
      String ready,
      String facts,
      List<String> command,
      String redis,
      List<TargetService> services,
      boolean pinned,
      boolean alone,
      List<String> notes) {
    public Started {
      command = List.copyOf(command);
      services = List.copyOf(services);
      notes = List.copyOf(notes);
    }
  }
}
