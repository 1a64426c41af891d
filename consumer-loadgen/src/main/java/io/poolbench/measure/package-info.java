/** Level 0: what a call came to, how long it took, and the clock by which that is told. */
package io.poolbench.measure;
