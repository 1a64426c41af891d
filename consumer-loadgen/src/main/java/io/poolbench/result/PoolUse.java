package io.poolbench.result;

/**
 * The business pool in the measured window; null if unknown.
 *
 * @param activeMean threads with a task, mean over the window's time: the time integral of running
 *     tasks, exact
 * @param activeSampled the same by the executor's own count, mean over the samples
 * @param activeMax threads with a task, max over the samples
 * @param threadsBefore threads of the pool when the window opened
 * @param threads of the pool at the window's end
 * @param queueMean tasks that wait for a thread, mean over the window's time, likewise exact
 * @param queueMax tasks in the queue, max over the samples
 * @param rejected tasks rejected by the pool
 * @param spuriouslyRejected those rejected while fewer accepted calls were unfinished than the pool
 *     may have threads
 * @param limitRejected calls refused by a limit beside the pool, among its finished tasks; null
 *     without one
 * @param pinnedPct time in which virtual threads waited without giving their carrier back, in
 *     percent of service time; null without such a pool
 */
public record PoolUse(
    Double activeMean,
    Double activeSampled,
    Integer activeMax,
    Integer threadsBefore,
    Integer threads,
    Double queueMean,
    Integer queueMax,
    Long rejected,
    Long spuriouslyRejected,
    Long limitRejected,
    Double pinnedPct) {
  public static final PoolUse UNKNOWN =
      new PoolUse(null, null, null, null, null, null, null, null, null, null, null);

  /** Whether the pool gained or lost threads in the window; false where that is unknown. */
  public boolean isResized() {
    return threadsBefore != null && threads != null && !threadsBefore.equals(threads);
  }
}
