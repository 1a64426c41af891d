/** Distributions and counters that many threads update without locks. */
package io.poolbench.server.timing;
