/**
 * Level 1: load generation (closed and open loop), independent of any protocol: a call goes to a
 * {@link io.poolbench.load.Target}.
 */
package io.poolbench.load;
