/**
 * Level 2: the machine and what is started on it: processors, the Redis, the provider's process and
 * its counters.
 */
package io.poolbench.lab;
