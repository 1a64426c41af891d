/**
 * Level 1: load generation by closed and open loops, independent of any protocol; calls go to a
 * {@link io.poolbench.load.Target}.
 */
package io.poolbench.load;
