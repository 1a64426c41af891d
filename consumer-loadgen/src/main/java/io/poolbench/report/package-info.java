/**
 * Level 4: what is reported of a study, made from its journal and its judgement. The answer is made
 * in one place ({@link io.poolbench.report.Answer}); package {@code format} renders it.
 */
package io.poolbench.report;
