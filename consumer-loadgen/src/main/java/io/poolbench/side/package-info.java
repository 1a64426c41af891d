/**
 * Processes of poolbench behind a command, such as {@code ssh load1}: how they are started with
 * what they need, the calls of their objects in JSON lines over standard input and output, and
 * their end, which is that of standard input.
 */
package io.poolbench.side;
