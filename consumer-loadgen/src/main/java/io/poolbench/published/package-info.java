/**
 * A result compared with published tables: which values agree within their bands, and how the
 * published findings are decided. What was published is data, in {@code bench-configs/published}.
 */
package io.poolbench.published;
