package io.poolbench.load;

import io.poolbench.journal.Counters;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

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

  /** The pool's present state by name, as {@link #pool}. */
  default CompletableFuture<Map<String, Double>> states() {
    return CompletableFuture.completedFuture(Map.of());
  }

  /**
   * The pool's present state, without waiting; values that cannot be read are unknown, never an
   * error.
   */
  default CompletableFuture<PoolState> pool() {
    return CompletableFuture.completedFuture(PoolState.UNKNOWN);
  }

  /**
   * The provider's pool at an instant; null where unknown.
   *
   * @param active threads with a task
   * @param queued tasks that wait for a thread
   */
  record PoolState(Integer active, Integer queued, Integer threads) {
    public static final PoolState UNKNOWN = new PoolState(null, null, null);
  }
}
