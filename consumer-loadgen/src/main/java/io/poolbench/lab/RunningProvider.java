package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.load.Probe;
import java.util.List;
import java.util.Optional;

/** A provider that takes calls. Unless the lab started it, only its ports are known. */
public interface RunningProvider extends AutoCloseable {
  List<Integer> ports();

  /**
   * The pool of an endpoint, read back; empty if unknown.
   *
   * @param endpoint the endpoint's index, from 0, as in all methods
   */
  default Optional<EffectivePool> pool(int endpoint) {
    return Optional.empty();
  }

  /** The software of the provider, in words; empty if unknown. */
  default String facts() {
    return "";
  }

  /** The command that started the provider; empty if the lab did not start it. */
  default List<String> command() {
    return List.of();
  }

  /** The last lines of the log; empty if there is none. */
  default List<String> logTail() {
    return List.of();
  }

  /** Reads the counters of an endpoint for measured windows on these CPUs. */
  Probe<CountersReading, LabException> probe(int endpoint, CpuPlan cpus);

  /** The process, by which the provider is changed; empty if the lab did not start it. */
  default Optional<ProviderProcess> process() {
    return Optional.empty();
  }

  /** Ends the provider if the lab started it. */
  @Override
  void close();
}
