package io.poolbench.load;

import io.poolbench.measure.Interval;
import java.time.Duration;
import java.util.List;

/**
 * Calls a {@link Target}, in a closed or an open loop, and records its response times.
 *
 * <p>Methods are for one thread; calls go on concurrently. {@link #level} and {@link #take} throw
 * an {@link IllegalStateException} where the load's own threads have failed.
 */
public interface Load extends AutoCloseable {
  /**
   * Changes the load level (users, or requests per second; 0: none) without a pause. The present
   * level again changes nothing.
   */
  void level(int level);

  /**
   * Runs through levels from now on, and then stays at the last one. No request is given up at a
   * change.
   *
   * @param holds at least one; in a closed loop all of one level
   */
  default void follow(List<Hold> holds) {
    if (holds.stream().mapToInt(Hold::level).distinct().count() > 1) {
      throw new IllegalArgumentException("levels that change: " + holds);
    }
    level(holds.get(0).level());
  }

  /**
   * Before a level that is not higher than the present one: sends nothing and waits for the backlog
   * that would otherwise be sent under the new level, which takes long near saturation. Does
   * nothing where the level rises, and in a closed loop.
   */
  void drainBefore(int level, Duration timeout) throws InterruptedException;

  /** The calls that ended since the last {@code take}, or since the beginning. */
  Interval take();

  int inFlight();

  /** Sends nothing further and waits for the calls in flight; whether all have ended. */
  boolean drain(Duration timeout) throws InterruptedException;

  @Override
  void close();

  /**
   * A level for a while.
   *
   * @param level users, or requests per second, above 0
   * @param nanos how long
   */
  record Hold(int level, long nanos) {
    public Hold {
      if (level <= 0 || nanos <= 0) {
        throw new IllegalArgumentException("level " + level + " for " + nanos + " ns");
      }
    }
  }
}
