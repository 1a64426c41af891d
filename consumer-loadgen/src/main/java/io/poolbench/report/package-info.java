/**
 * Level 4: a renderer per format, and the texts of violations. Everything is made from a {@link
 * io.poolbench.result.StudyResult}.
 */
package io.poolbench.report;
