/** Level 5: the commands, and the display of a running study's progress. */
package io.poolbench.cli;
