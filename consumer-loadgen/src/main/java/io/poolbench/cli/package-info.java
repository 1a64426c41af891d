/** Level 5: the command line, and what it shows of a study that runs. */
package io.poolbench.cli;
