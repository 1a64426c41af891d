/**
 * Level 3: runs studies, after calibration: a cell alone step by step, the cells of a paired study
 * block by block. The provider may run on another machine.
 */
package io.poolbench.measure;
