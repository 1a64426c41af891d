/** Level 0: studies, from files and options to immutable, validating records. */
package io.poolbench.study;
