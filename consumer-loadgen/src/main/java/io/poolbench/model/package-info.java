/**
 * Level 3: a queueing model of the provider, the fit of its parameters to a result, and its
 * predictions and recommendations. The code is pure: it uses no clock and no files, and parallel
 * streams do not change the result.
 */
package io.poolbench.model;
