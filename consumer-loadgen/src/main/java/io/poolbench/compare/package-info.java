/**
 * Level 3: comparison of results: matching of cells, deviations of metrics with their intervals,
 * and criteria.
 */
package io.poolbench.compare;
