package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.load.Probe;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** A provider that takes calls, whether or not the lab started it. */
public interface RunningProvider extends AutoCloseable {
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

  /** The control of the provider; empty if the lab did not start it. */
  Optional<ProviderControl> control();

  /** Ends the provider if the lab started it. */
  @Override
  void close();
}
