/**
 * Comparison of results: which cells make a pair, the deviations of their metrics, and whether a
 * deviation is more than noise.
 */
package io.poolbench.compare;
