/**
 * Level 3: a queueing model of the provider, its parameters fitted to a result, and what it
 * predicts. Pure: no clock, files or threads.
 */
package io.poolbench.capacity;
