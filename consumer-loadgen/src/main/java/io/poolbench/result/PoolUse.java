package io.poolbench.result;

/**
 * The use of the business pool in the measured window; a value is null if unknown.
 *
 * @param activeMean mean number of threads with a task: the exact time integral of running tasks
 *     over the window's time
 * @param activeSampled mean of samples of the executor's own count of such threads
 * @param activeMax maximum number of threads with a task over the samples
 * @param threadsBefore pool size when the window opened
 * @param threads pool size when the window closed
 * @param queueMean mean number of waiting tasks, from an exact time integral like {@code
 *     activeMean}
 * @param queueMax maximum queue size over the samples
 * @param spuriouslyRejected tasks rejected although the number of accepted, unfinished calls was
 *     below the pool's maximum number of threads
 * @param limitRejected calls refused by a limit beside the pool; the pool counts them as finished
 *     tasks. Null without such a limit
 * @param pinnedPct time in which waiting virtual threads were pinned to their carrier thread, in
 *     percent of service time; null if the pool has no virtual threads
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

  /** Whether the number of threads changed in the window; false if unknown. */
  public boolean isResized() {
    return threadsBefore != null && threads != null && !threadsBefore.equals(threads);
  }
}
