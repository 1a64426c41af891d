/** Level 5: the commands, and the progress of a running study. */
package io.poolbench.cli;
