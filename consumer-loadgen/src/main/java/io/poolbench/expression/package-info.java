/**
 * Expressions that decide findings, assertions and criteria. EvalEx parses and evaluates them; the
 * packages that use them add functions.
 */
package io.poolbench.expression;
