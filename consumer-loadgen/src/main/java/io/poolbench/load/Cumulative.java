package io.poolbench.load;

/** Counters that only grow, so that the time between two windows can be cut out of them. */
public interface Cumulative<P> {
  /**
   * These counters, continued by what a later window added: {@code this + closed - opened}. What is
   * a state rather than a count, such as the size of a pool, is that of {@code closed}.
   *
   * @param opened the counters when the later window opened
   * @param closed the counters when it closed
   */
  P continuedBy(P opened, P closed);
}
