/**
 * Level 2: what limits a provider, by name; how many threads its calls hold; how long a queue keeps
 * them in time; and whether to replace its pool. The code is pure: it uses no clock and no files.
 */
package io.poolbench.limits;
