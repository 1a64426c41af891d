/**
 * Poolbench processes that a command starts on other machines, such as {@code ssh load1}: their
 * start, with the files they need, and the remote calls of their objects, as JSON lines over
 * standard input and output. Such a process ends when its standard input ends.
 */
package io.poolbench.side;
