package io.poolbench.load;

import java.util.concurrent.CompletableFuture;

/** Reads further counters at both ends of a measured window, such as the provider's. */
@FunctionalInterface
public interface Probe<P, E extends Exception> {
  P read() throws E, InterruptedException;

  /**
   * Reads before the first call of a window that is read at rest, so that the reading itself is in
   * none of the counters' differences as far as that can be.
   */
  default P readAtRest() throws E, InterruptedException {
    return read();
  }

  /** Checks, while the window is open, that it can still be measured. */
  default void check() throws E, InterruptedException {}

  /** The pool's state now, without a wait; what cannot be read is unknown, never an error. */
  default CompletableFuture<PoolState> pool() {
    return CompletableFuture.completedFuture(PoolState.UNKNOWN);
  }
}
