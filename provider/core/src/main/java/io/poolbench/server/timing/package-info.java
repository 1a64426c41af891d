/** Durations and other numbers, taken down from many threads without locks. */
package io.poolbench.server.timing;
