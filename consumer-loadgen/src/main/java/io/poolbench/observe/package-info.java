/** Advice from the calls that a running program serves: its thread pools, watched from inside. */
package io.poolbench.observe;
