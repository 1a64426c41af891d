/**
 * Level 2: the host and the processes started on it or, by a command such as {@code ssh load1}, on
 * other machines: CPUs, pinning, kernel counters, Redis, the provider's process and its counters. A
 * process on another machine is called by JSON lines over its standard input and output, and ends
 * when its input ends.
 */
package io.poolbench.lab;
