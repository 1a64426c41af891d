package io.poolbench.load;

/**
 * The provider's pool at an instant; null where unknown.
 *
 * @param active threads with a task
 * @param queued tasks that wait for a thread
 */
public record PoolState(Integer active, Integer queued, Integer threads) {
  public static final PoolState UNKNOWN = new PoolState(null, null, null);
}
