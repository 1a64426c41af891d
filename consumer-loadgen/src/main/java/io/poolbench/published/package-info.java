/**
 * The comparison of a result with published tables: which values agree within their bands, and how
 * the published findings are decided. Published data is in {@code bench-configs/published}.
 */
package io.poolbench.published;
