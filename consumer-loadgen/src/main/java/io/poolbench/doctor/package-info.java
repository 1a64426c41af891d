/**
 * Level 3: what this host can measure well and what not: measured, then said in plain words by pure
 * functions of the measurements.
 */
package io.poolbench.doctor;
