/**
 * Level 3: a result held against published figures, and what it says about the published findings.
 * Pure: a {@link io.poolbench.result.StudyResult} in, an {@link io.poolbench.published.Agreement}
 * out.
 */
package io.poolbench.published;
