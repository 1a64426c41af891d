package io.poolbench.load;

/**
 * Reads what else is to be known at the two ends of a measured window.
 *
 * @param <P> what it reads
 * @param <E> how it fails
 */
@FunctionalInterface
public interface Probe<P, E extends Exception> {
  /** What there is to be known now. */
  P read() throws E, InterruptedException;

  /**
   * Looks, while the window is open, whether it can still come to something.
   *
   * @throws E where it cannot
   */
  default void glance() throws E {}
}
