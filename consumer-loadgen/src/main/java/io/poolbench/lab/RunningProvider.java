package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.load.Probe;
import io.poolbench.result.SiteSamples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A provider that takes calls, whether or not the lab started it. */
public interface RunningProvider extends AutoCloseable {
  /** The process id; empty if the lab did not start the provider. */
  OptionalLong pid();

  /** The port of each endpoint. */
  List<Integer> ports();

  /**
   * The pool of an endpoint, read back; empty if unknown.
   *
   * @param endpoint the endpoint's index, from 0, as in all methods
   */
  Optional<EffectivePool> pool(int endpoint);

  /** The metrics port of an endpoint; empty if it has none. */
  OptionalInt metricsPort(int endpoint);

  /** The software of the provider, in words; empty if unknown. */
  String facts();

  /** The command that started the provider; empty if the lab did not start it. */
  List<String> command();

  /** The last lines of the log; empty if there is none. */
  List<String> logTail();

  /**
   * Reads the counters of an endpoint for measured windows.
   *
   * @param reconnects of the client so far; null if it does not count them
   */
  Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects);

  /**
   * Pins the provider to CPUs of its host, if the lab started it and the host supports pinning.
   *
   * @throws LabException if the provider cannot be reached
   */
  void pin(CpuList cpus) throws LabException, InterruptedException;

  /**
   * As {@link #pin}, and checks the CPUs of each thread.
   *
   * @throws LabException if a thread may use other CPUs
   */
  void requirePinned(CpuList cpus) throws LabException, InterruptedException;

  /**
   * Changes the iterations of CPU work per call.
   *
   * @throws LabException if the provider does not confirm the change
   */
  void cpuIterations(long rounds) throws LabException, InterruptedException;

  /**
   * Replaces the pool of an endpoint with a new one of the same configuration. Users may continue
   * to call.
   *
   * @throws LabException if the provider does not confirm it
   */
  void renewPool(int endpoint) throws LabException, InterruptedException;

  /**
   * Replaces the pool of a target's only endpoint, which no user calls meanwhile.
   *
   * @param parameters of the new pool in a URL of Dubbo; empty = as the target configures
   * @return the pool that runs, read back
   * @throws LabException if the provider does not confirm it
   */
  EffectivePool usePool(Map<String, String> parameters) throws LabException, InterruptedException;

  /**
   * Makes the agent of a target sample the business threads, from now on or no longer.
   *
   * @return the samples since sampling began; empty for a provider without an agent
   * @throws LabException if the provider does not confirm it
   */
  Optional<SiteSamples> sampleSites(boolean on) throws LabException, InterruptedException;

  /**
   * Changes the maximum of a pool of connections of a target; {@link #sampleSites} reports the one
   * that holds.
   *
   * @throws LabException if the provider does not confirm it
   */
  void resizeConnections(String name, int size) throws LabException, InterruptedException;

  /** Ends the provider if the lab started it. */
  @Override
  void close();
}
