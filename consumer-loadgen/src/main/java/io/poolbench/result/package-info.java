/** Level 1: measured results as immutable records, the only input of reports. */
package io.poolbench.result;
