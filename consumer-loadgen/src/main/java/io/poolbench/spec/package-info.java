/** Level 0: what a study asks for, as immutable records that cannot be invalid. */
package io.poolbench.spec;
