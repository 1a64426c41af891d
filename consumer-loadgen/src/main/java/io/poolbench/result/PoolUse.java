package io.poolbench.result;

/**
 * The business pool in the measured window; null if unknown.
 *
 * @param activeMean active threads, mean over the samples
 * @param activeMax active threads, max over the samples
 * @param threads of the pool at the window's end
 * @param queueMean tasks waiting, mean over the samples
 * @param queueMax tasks waiting, max over the samples
 * @param rejected tasks rejected by the pool
 * @param spuriouslyRejected those rejected while fewer accepted calls were unfinished than the pool
 *     may have threads
 */
public record PoolUse(
    Double activeMean,
    Integer activeMax,
    Integer threads,
    Double queueMean,
    Integer queueMax,
    Long rejected,
    Long spuriouslyRejected) {
  /** All values unknown. */
  public static final PoolUse UNKNOWN = new PoolUse(null, null, null, null, null, null, null);
}
