/**
 * Level 2: judgement of what was measured: validity of a window, SLA verdicts, capacity, rankings,
 * the sequence of steps with the search for capacity, and the language of the expressions that
 * package {@code published} evaluates. No clock, files or threads.
 */
package io.poolbench.judge;
