package io.poolbench.load;

import io.poolbench.measure.Interval;
import java.time.Duration;

/**
 * What calls a {@link Target}, as users or at a rate, and measures it.
 *
 * <p>Methods are for one thread; calls go on beside it. Each of the first two throws an {@link
 * IllegalStateException} where the load itself has failed.
 */
public interface Load extends AutoCloseable {
  /**
   * Changes how much is called; from one level to another without a pause. The level that it has
   * already changes nothing.
   *
   * @param level users, or requests per second; 0 = none
   */
  void level(int level);

  /**
   * Before a level that is not higher than the present one: waits, sending nothing, for the calls
   * that would otherwise have to be worked off under the new level, which takes long near
   * saturation. Does nothing where the level rises, or where a level leaves nothing behind.
   *
   * @param level the one to come
   * @param patience how long to wait at most
   * @throws InterruptedException where the waiting thread is interrupted
   */
  void clearFor(int level, Duration patience) throws InterruptedException;

  /** What calls that ended since the last taking came to, or since the beginning. */
  Interval take();

  /** How many calls are in flight. */
  int inFlight();

  /**
   * Sends nothing further, and waits for the calls in flight.
   *
   * @param patience how long to wait
   * @return whether all have ended
   * @throws InterruptedException where the waiting thread is interrupted
   */
  boolean drain(Duration patience) throws InterruptedException;

  /** Ends the load and its target; calls in flight are abandoned. */
  @Override
  void close();
}
