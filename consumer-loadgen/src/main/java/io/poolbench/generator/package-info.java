/**
 * Load generators on other machines: the process that makes a share of the calls, and the load that
 * combines the shares.
 */
package io.poolbench.generator;
