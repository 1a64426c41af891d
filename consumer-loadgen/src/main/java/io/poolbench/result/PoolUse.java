package io.poolbench.result;

/**
 * What the business pool did in the measured window; null where unknown.
 *
 * @param activeMean threads at work, mean over the samples
 * @param activeMax the most seen
 * @param threads that the pool had at the window's end
 * @param queueMean tasks waiting, mean over the samples
 * @param queueMax the most seen
 * @param rejected tasks that the pool refused
 * @param spuriouslyRejected of those, the ones refused although fewer accepted calls than the pool
 *     may have threads were still unanswered, their service methods not over
 */
public record PoolUse(
    Double activeMean,
    Integer activeMax,
    Integer threads,
    Double queueMean,
    Integer queueMax,
    Long rejected,
    Long spuriouslyRejected) {
  /** Nothing is known. */
  public static final PoolUse UNKNOWN = new PoolUse(null, null, null, null, null, null, null);
}
