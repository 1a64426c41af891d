package io.poolbench.load;

import java.time.Duration;
import java.util.List;

/**
 * A closed or open loop that calls a {@link Target} and records response times.
 *
 * <p>Methods must be called by one thread; calls run concurrently. {@link #level} and {@link #take}
 * throw an {@link IllegalStateException} if the load's or its target's own threads have failed, and
 * a {@link CallsStoppedException} if the load has stopped by itself.
 */
public interface Load extends AutoCloseable {
  /**
   * Changes the load level (users, or requests per second; 0: none) without a pause. Setting the
   * present level has no effect.
   */
  void level(int level);

  /**
   * Chooses where the next level begins in recorded arrivals, if it has them: at the same place for
   * the same round, and spread over the recording from round to round.
   */
  default void beginRound(int round) {}

  /**
   * Runs through levels from now on, then stays at the last one. No request is given up at a
   * change, but for those that still wait as the first level begins.
   *
   * @param stages at least one; in a closed loop all with the same level
   */
  default void follow(List<Stage> stages) {
    if (stages.stream().mapToInt(Stage::level).distinct().count() > 1) {
      throw new IllegalArgumentException("levels that change: " + stages);
    }
    level(stages.get(0).level());
  }

  /**
   * Prepares a level that is not higher than the present one: stops sending and waits for the
   * backlog, which would otherwise be sent under the new level and takes long near saturation. Does
   * nothing if the level rises, and in a closed loop.
   */
  void drainBefore(int level, Duration timeout) throws InterruptedException;

  /** The calls that ended since the last {@code take}, or since the start. */
  Interval take();

  int inFlight();

  /** Stops sending and waits for the calls in flight; returns whether all have ended. */
  boolean drain(Duration timeout) throws InterruptedException;

  @Override
  void close();

  /** A level above 0, in users or requests per second, that is held for a time. */
  record Stage(int level, long nanos) {
    public Stage {
      if (level <= 0 || nanos <= 0) {
        throw new IllegalArgumentException("level " + level + " for " + nanos + " ns");
      }
    }
  }
}
