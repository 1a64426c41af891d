/** Comparison of results: matching of cells, deviations of metrics, and significance tests. */
package io.poolbench.compare;
