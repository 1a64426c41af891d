package io.poolbench.load;

import io.poolbench.journal.Counters;

/** Reads additional counters, such as the provider's, at both ends of a measured window. */
@FunctionalInterface
public interface Probe<P, E extends Exception> {
  P read() throws E, InterruptedException;

  /**
   * Reads before the first call of a window that is read at rest, so that the counters' differences
   * include as little as possible of the reading itself.
   */
  default P readAtRest() throws E, InterruptedException {
    return read();
  }

  /** Checks, while the window is open, that it can still be measured; throws if not. */
  default void check() throws E, InterruptedException {}

  /** What the counters gained between two readings. */
  default Counters gained(P before, P after, Loaded loaded) {
    return Counters.UNKNOWN;
  }
}
