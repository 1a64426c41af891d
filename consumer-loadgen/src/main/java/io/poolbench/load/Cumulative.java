package io.poolbench.load;

/** Monotonic counters, which allow the time between two windows to be left out. */
public interface Cumulative<P> {
  /**
   * Adds the counts of a later window: {@code this + closed - opened}. A state, such as the size of
   * a pool, is taken from {@code closed}.
   */
  P continuedBy(P opened, P closed);
}
