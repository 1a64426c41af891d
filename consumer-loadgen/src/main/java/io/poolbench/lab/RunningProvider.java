package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.load.Probe;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A provider that takes calls: a process of the lab, or one that it did not start. */
public interface RunningProvider extends AutoCloseable {
  /** The process; empty of one that the lab did not start. */
  OptionalLong pid();

  /** The port of each of its endpoints. */
  List<Integer> ports();

  /**
   * The pool of an endpoint, read back; empty where it is unknown.
   *
   * @param endpoint its index, from 0
   */
  Optional<EffectivePool> pool(int endpoint);

  /** Where an endpoint has metrics; empty where it has none. */
  OptionalInt metricsPort(int endpoint);

  /** What it is made of, in words; empty where that is unknown. */
  String facts();

  /** The command that started it; empty where the lab did not. */
  List<String> command();

  /** The last lines of its log. */
  List<String> logTail();

  /**
   * Reads the counters of a window at an endpoint.
   *
   * @param endpoint its index, from 0
   * @param reconnects of the client so far; null where it does not count them
   */
  Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects);

  /**
   * Lets it run on these CPUs of its host, where the lab started it and can.
   *
   * @throws LabException where it cannot be reached
   */
  void pin(CpuList cpus) throws LabException, InterruptedException;

  /**
   * As {@link #pin}, and checks that none of its threads may use others.
   *
   * @throws LabException where one may
   */
  void requirePinned(CpuList cpus) throws LabException, InterruptedException;

  /**
   * Changes the iterations of CPU work per call.
   *
   * @throws LabException where the provider does not confirm the change
   */
  void cpuIterations(long rounds) throws LabException, InterruptedException;

  /**
   * Replaces the pool of an endpoint by a new one of the same configuration; users may run on.
   *
   * @param endpoint its index, from 0
   * @throws LabException where the provider does not confirm it
   */
  void renewPool(int endpoint) throws LabException, InterruptedException;

  /** Ends it, where the lab started it. */
  @Override
  void close();
}
