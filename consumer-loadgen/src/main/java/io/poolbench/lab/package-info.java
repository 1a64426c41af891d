/**
 * Level 2: the processes of a run and the machines on which they run: this one, or one behind a
 * command such as {@code ssh sut}. CPUs, pinning, kernel counters, Redis, the provider's process
 * and its counters. Each process reads a line of JSON, prints that it is ready, answers a line for
 * each request, and ends when its input ends.
 */
package io.poolbench.lab;
