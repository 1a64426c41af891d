/** Level 5: the command line; wiring only. */
package io.poolbench.cli;
