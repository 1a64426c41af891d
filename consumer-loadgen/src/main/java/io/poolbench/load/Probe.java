package io.poolbench.load;

import java.util.concurrent.CompletableFuture;

/**
 * Reads further counters at both ends of a measured window, such as the provider's.
 *
 * @param <P> the counters
 * @param <E> the failure
 */
@FunctionalInterface
public interface Probe<P, E extends Exception> {
  /** Reads the counters. */
  P read() throws E, InterruptedException;

  /**
   * Checks, while the window is open, that it can still be measured.
   *
   * @throws E where it cannot
   */
  default void check() throws E {}

  /**
   * Reads the pool's state now, without a wait for the answer.
   *
   * @return completed normally, with what is unknown where it cannot be read
   */
  default CompletableFuture<PoolState> pool() {
    return CompletableFuture.completedFuture(PoolState.UNKNOWN);
  }
}
