/** Level 3: runs studies cell by cell and step by step, after calibration. */
package io.poolbench.run;
