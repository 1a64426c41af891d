package io.poolbench.load;

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
}
