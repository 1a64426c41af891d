/** Level 0: clocks, call outcomes and latency histograms. */
package io.poolbench.measure;
