package io.poolbench.generator;

import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.measure.Interval;
import io.poolbench.result.GeneratorUse;
import java.util.List;
import java.util.Map;

/**
 * The share of a load that one generator makes: one load, or one for each group. A call that cannot
 * be made because the generator is lost throws a {@link LabException}. For one thread at a time.
 */
public interface GeneratorLoad extends AutoCloseable {
  /**
   * What ended since the last {@code take}.
   *
   * @param failed the failed calls by reason
   */
  record Taken(Interval interval, Map<String, Long> failed) {}

  /**
   * Changes the levels.
   *
   * @param levels of each group, or of the one load
   * @param delayNanos how long it is waited before
   */
  void level(List<Integer> levels, long delayNanos) throws LabException, InterruptedException;

  /**
   * Runs through levels of its one load, and stays at the last one. Until the next {@link #level}
   * each {@link #read} continues the one before.
   *
   * @param holds of levels; empty: none
   * @param delayNanos how long it is waited before
   */
  void follow(List<Load.Hold> holds, long delayNanos) throws LabException, InterruptedException;

  /**
   * Ends an interval.
   *
   * @param delayNanos how long it is waited before
   */
  Taken take(long delayNanos) throws LabException, InterruptedException;

  /** The calls in flight. */
  int inFlight() throws LabException;

  /**
   * Sends nothing further in some groups, and waits for their calls.
   *
   * @param groups by index
   * @return whether all have ended
   */
  boolean drain(List<Integer> groups, long atMostNanos) throws LabException, InterruptedException;

  /**
   * What it did and used from the first {@link #take} after the last {@code read} to the last one;
   * while it follows several levels, from the last one before it.
   */
  GeneratorUse read() throws LabException, InterruptedException;

  /** Ends its calls. */
  @Override
  void close();
}
