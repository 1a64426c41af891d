/**
 * Level 0: statistics of plain numbers: shares with their intervals, a correction for several
 * tests, regressions.
 */
package io.poolbench.stats;
