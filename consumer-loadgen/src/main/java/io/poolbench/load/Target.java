package io.poolbench.load;

import io.poolbench.measure.Outcome;

/**
 * The callee of a load: a provider behind a client, or a simulated server in a test.
 *
 * <p>A call occupies a <em>slot</em>, a small number from 0 that the load chooses; a slot has at
 * most one call in flight. In a closed loop a slot is a user.
 */
public interface Target extends AutoCloseable {
  /**
   * Starts the next call of a slot and returns at once. The call ends with exactly one {@link
   * Completion#completed}, also where it fails or times out, on a thread of the target's choice and
   * never within this method. May be called on any thread, and is from within a completion.
   *
   * @param slot a slot without a call in flight
   */
  void send(int slot);

  /**
   * When a slot's present call was sent, by {@link System#nanoTime}, where it has one in flight.
   * Any thread, without synchronization: where the call has just been started or has just ended, it
   * may be the instant of the slot's call before or after it, and 0 before the first.
   */
  long sentNanos(int slot);

  /**
   * Ends the target: connections are closed, threads end. Calls in flight may end without a
   * completion.
   */
  @Override
  void close();

  /** Receives the ends of calls. Implementations are thread-safe, return soon and never throw. */
  interface Completion {
    /**
     * A call has ended.
     *
     * @param slot the call's slot; free again, so that the next call may be sent at once
     * @param sentNanos {@link System#nanoTime} where the request was handed to the transport
     * @param answeredNanos the same clock where the answer was read, or the call given up
     */
    void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos);

    /**
     * A call that had ended with {@link Outcome#TIMEOUT} was served all the same, and its answer
     * has come. A target that does not see such answers never calls this.
     */
    default void answeredLate() {}
  }

  /** Opens a target for each cell. */
  interface Factory {
    /** Opens a target with a number of slots. */
    Target open(int slots, Completion completion) throws java.io.IOException;
  }
}
