package io.poolbench.lab;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.EffectivePool;
import io.poolbench.journal.SiteSamples;
import java.util.Map;

/**
 * The control of a provider that the lab started. Endpoints are numbered from 0. A method fails if
 * the provider does not confirm the change.
 */
public interface ProviderControl extends AutoCloseable {
  /** Fails if the provider or its downstream service has ended, or has reported a failure. */
  void check() throws LabException;

  TargetReport target() throws LabException, InterruptedException;

  /** Pins the provider to CPUs of its host, if the host supports pinning. */
  void pin(CpuList cpus) throws LabException, InterruptedException;

  /** As {@link #pin}, and fails if a thread may use other CPUs. */
  void requirePinned(CpuList cpus) throws LabException, InterruptedException;

  /** Changes the iterations of CPU work per call. */
  void cpuIterations(long rounds) throws LabException, InterruptedException;

  /** Changes the latency that poolbench's own provider adds to each read of Redis. */
  void delayRedisBy(AddedLatency latency) throws LabException, InterruptedException;

  /**
   * Replaces the pool of an endpoint with a new one of the same configuration. Users may continue
   * to call.
   */
  void renewPool(int endpoint) throws LabException, InterruptedException;

  /**
   * Replaces the pool of a target's only endpoint, which no user calls meanwhile, and returns the
   * new one, read back.
   *
   * @param parameters of the new pool in a URL of Dubbo; empty = as the target configures
   */
  EffectivePool usePool(Map<String, String> parameters) throws LabException, InterruptedException;

  /**
   * Makes the agent of a target sample the business threads, from now on or no longer; returns the
   * samples since sampling began.
   */
  SiteSamples sampleSites(boolean on) throws LabException, InterruptedException;

  /**
   * Changes the maximum of a pool of connections of a target; {@link #sampleSites} reports the one
   * that holds.
   */
  void resizeConnections(String name, int size) throws LabException, InterruptedException;

  /** Ends the provider, or puts it back as it was if it ran already. */
  @Override
  void close();
}
