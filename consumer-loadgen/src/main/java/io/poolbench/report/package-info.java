/**
 * Level 4: a renderer per format, the texts that formats share, and the page and the Prometheus
 * metrics of a running study. The reports of a study are made from its {@link
 * io.poolbench.result.StudyResult} alone; those of a host and of an inspection from what was
 * measured there.
 */
package io.poolbench.report;
