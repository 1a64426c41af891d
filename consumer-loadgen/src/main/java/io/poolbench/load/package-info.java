/**
 * Level 1: load generation by closed and open loops, independent of any protocol, with the clocks,
 * call outcomes and latency histograms of what it sends; calls go to a {@link
 * io.poolbench.load.Target}.
 */
package io.poolbench.load;
