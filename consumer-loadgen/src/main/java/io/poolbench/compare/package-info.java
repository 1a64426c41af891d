/**
 * Level 3: comparison of runs, and of cells of one run: matching of cells, changes of metrics and
 * capacities with their intervals, and criteria.
 */
package io.poolbench.compare;
