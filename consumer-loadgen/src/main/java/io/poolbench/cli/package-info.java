/** Level 5: the commands, their exit codes, and the progress of a running study. */
package io.poolbench.cli;
