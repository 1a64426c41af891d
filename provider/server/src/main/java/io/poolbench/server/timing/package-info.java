/** Sums of durations that grow without locks. */
package io.poolbench.server.timing;
