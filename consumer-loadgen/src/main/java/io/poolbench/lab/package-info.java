/**
 * Level 2: the host and the processes started on it: CPUs, pinning, kernel counters, Redis, the
 * provider's process and its counters.
 */
package io.poolbench.lab;
