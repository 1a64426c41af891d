/**
 * Level 1: what was measured, as immutable records; everything that a report says comes from here.
 */
package io.poolbench.result;
