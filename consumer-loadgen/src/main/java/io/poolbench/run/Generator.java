package io.poolbench.run;

import io.poolbench.lab.LabException;
import io.poolbench.load.Interval;
import io.poolbench.load.Load;
import io.poolbench.result.GeneratorUse;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A process that generates shares of loads. Thread-safe. */
public interface Generator extends AutoCloseable {
  Facts facts() throws LabException;

  /** The network round trip to a provider, in milliseconds. */
  double roundTripMillis(String host, int port) throws LabException;

  /** Opens a share of a load. No call is made yet. */
  GeneratorLoad open(LoadOrder order) throws LabException, InterruptedException;

  @Override
  void close();

  /** What a generator may use: CPUs, and files and connections that it may still open. */
  record Facts(int cpus, String host, long freeDescriptors) {}

  /**
   * The share of a cell's load that a generator opens.
   *
   * @param cell JSON of {@link io.poolbench.store.ResultJson}, with the paths that files have on
   *     the generator
   * @param host numeric address of the provider
   * @param port of the provider
   * @param seed of this generator's random numbers
   * @param slots the largest number of calls in flight, one per group or a single one
   */
  record LoadOrder(String cell, String host, int port, long seed, List<Integer> slots) {
    public LoadOrder {
      Objects.requireNonNull(cell, "cell");
      Objects.requireNonNull(host, "host");
      slots = List.copyOf(slots);
    }
  }

  /**
   * The share of a load that one generator makes, with or without groups. A method throws {@link
   * LabException} if the generator is lost. For one thread at a time.
   */
  interface GeneratorLoad extends AutoCloseable {
    /** The calls that ended since the last {@code take}, and the failed ones by reason. */
    record Taken(Interval interval, Map<String, Long> failed) {}

    /** Changes the levels, one per group or a single one, after a delay. */
    void level(List<Integer> levels, long delayNanos) throws LabException, InterruptedException;

    /**
     * Follows levels after a delay, in a load without groups, and stays at the last one; sends
     * nothing if there are none. Until the next {@link #level}, each {@link #read} continues the
     * one before.
     */
    void follow(List<Load.Hold> holds, long delayNanos) throws LabException, InterruptedException;

    /** Ends an interval after a delay. */
    Taken take(long delayNanos) throws LabException, InterruptedException;

    int inFlight() throws LabException;

    /** Stops sending in the groups of these indexes; returns whether their calls ended in time. */
    boolean drain(List<Integer> groups, long atMostNanos) throws LabException, InterruptedException;

    /**
     * The calls and resource use between two takes: from the first {@link #take} after the last
     * {@code read} until the last {@code take}. While the load follows several levels, the span
     * starts at the last {@code take} before the last {@code read}.
     */
    GeneratorUse read() throws LabException, InterruptedException;

    @Override
    void close();
  }
}
