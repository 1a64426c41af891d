/**
 * Load generators on other machines: the process that makes a share of the calls, and the load of
 * all of them as one.
 */
package io.poolbench.generator;
