/** Level 0: studies as immutable, validating records. */
package io.poolbench.spec;
