/**
 * Level 3: the comparison of a result with published tables, and the expressions over a result:
 * which values agree within their bands, and how published findings and a study's own findings and
 * assertions are decided. Published data is in {@code bench-configs/published}.
 */
package io.poolbench.published;
