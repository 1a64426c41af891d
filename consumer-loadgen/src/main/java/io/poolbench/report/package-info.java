/**
 * Level 4: a renderer per format, the texts of violations, and the metrics endpoint for Prometheus.
 * Reports are made from a {@link io.poolbench.result.StudyResult} alone.
 */
package io.poolbench.report;
