/**
 * Level 2: judgement of what was measured: validity of a slice, SLA verdicts, capacity, rankings,
 * the search for capacity, and the expressions that decide findings, assertions and criteria. No
 * clock, files or threads.
 */
package io.poolbench.judge;
