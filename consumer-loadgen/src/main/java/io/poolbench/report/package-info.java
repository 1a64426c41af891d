/**
 * Level 4: one renderer a format, and the sentences of violations. Everything is made from a {@link
 * io.poolbench.result.StudyResult}.
 */
package io.poolbench.report;
