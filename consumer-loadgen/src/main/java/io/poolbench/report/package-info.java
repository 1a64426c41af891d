/**
 * Level 4: what people and machines read, one renderer per format. All of it comes from a {@link
 * io.poolbench.result.StudyResult} and nothing is measured again.
 */
package io.poolbench.report;
