/** Level 2: what results say about an SLA. Pure: no clock, no file, no thread. */
package io.poolbench.sla;
