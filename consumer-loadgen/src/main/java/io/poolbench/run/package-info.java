/**
 * Level 3: runs studies, after calibration: a cell alone step by step, the cells of a paired study
 * block by block. Providers and load generators may run on other machines.
 */
package io.poolbench.run;
