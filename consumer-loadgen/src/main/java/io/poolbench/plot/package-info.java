/**
 * Level 3: what pages draw of a result, as pure data: curves over load, spectra of response times,
 * published points. A {@link io.poolbench.result.StudyResult} in, {@link
 * io.poolbench.plot.PoolCurve}s out; nothing here knows a format.
 */
package io.poolbench.plot;
