/**
 * Level 4: a renderer per format, and the texts that formats share. The reports of a study are made
 * from its {@link io.poolbench.result.StudyResult} alone; those of a host and of an inspection from
 * what was measured there.
 */
package io.poolbench.report;
