/**
 * Level 1: measured results as immutable records, the only input of a study's reports; the registry
 * of metrics, and the form of figures in texts.
 */
package io.poolbench.result;
