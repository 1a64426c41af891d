package io.poolbench.load;

/**
 * The callee of a load: a provider behind a client, or a simulated server in a test.
 *
 * <p>A call occupies a <em>slot</em>, a small number from 0 that the load chooses. A slot has at
 * most one call in flight. In a closed loop each user has one slot.
 */
public interface Target extends AutoCloseable {
  /**
   * Starts the next call of a slot and returns at once. The call ends with exactly one {@link
   * Completion#completed}, even if it fails or times out, on any thread of the target but never
   * within this method. Callable from any thread, including from within a completion.
   *
   * @param slot a slot without a call in flight
   */
  void send(int slot);

  /**
   * The {@link System#nanoTime} at which the slot's call in flight was sent. Callable from any
   * thread, without synchronization: if the call has just started or just ended, the value may be
   * that of the slot's previous or next call, and it is 0 before the first call.
   */
  long sentNanos(int slot);

  /**
   * Throws an {@link IllegalStateException} if the target's own threads have failed, so that calls
   * may not end. Callable from any thread.
   */
  default void check() {}

  /** Closes connections and stops threads. Calls in flight may end without a completion. */
  @Override
  void close();

  /** Receives the ends of calls. Implementations are thread-safe, return soon and never throw. */
  interface Completion {
    /**
     * Called when a call has ended.
     *
     * @param slot the call's slot, which is free again: the next call may be sent at once
     * @param sentNanos {@link System#nanoTime} when the request was handed to the transport
     * @param answeredNanos the same clock when the answer was read, or the call given up
     */
    void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos);

    /**
     * Called when the answer of a call that ended with {@link Outcome#TIMEOUT} arrives after all. A
     * target that cannot see such answers never calls this.
     */
    default void answeredLate() {}
  }

  /** Opens a target for each cell. */
  interface Factory {
    Target open(int slots, Completion completion) throws java.io.IOException;
  }
}
