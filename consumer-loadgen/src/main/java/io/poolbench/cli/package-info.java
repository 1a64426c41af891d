/** Level 5: the commands, their exit codes, and the display of a running study's progress. */
package io.poolbench.cli;
