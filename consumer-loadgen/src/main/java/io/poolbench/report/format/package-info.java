/**
 * A report as data, and a renderer per format. Nothing here knows what is measured: texts, tables,
 * charts and their tones come from the package above. Texts are untrusted; each renderer escapes
 * them by {@link io.poolbench.report.format.Text} where it writes them.
 */
package io.poolbench.report.format;
