/** Statistics of plain numbers: permutation tests, corrections for several tests, regressions. */
package io.poolbench.stats;
