package io.poolbench.generator;

import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.measure.Interval;
import io.poolbench.result.GeneratorUse;
import java.util.List;
import java.util.Map;

/**
 * The share of a load that one generator makes, with or without groups. A method throws {@link
 * LabException} if the generator is lost. For one thread at a time.
 */
public interface GeneratorLoad extends AutoCloseable {
  /** The calls that ended since the last {@code take}, and the failed ones by reason. */
  record Taken(Interval interval, Map<String, Long> failed) {}

  /** Changes the levels, one per group or a single one, after a delay. */
  void level(List<Integer> levels, long delayNanos) throws LabException, InterruptedException;

  /**
   * Follows levels after a delay, in a load without groups, and stays at the last one; sends
   * nothing if there are none. Until the next {@link #level}, each {@link #read} continues the one
   * before.
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
