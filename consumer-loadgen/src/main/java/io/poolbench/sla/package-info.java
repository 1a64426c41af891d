/** Level 2: SLA verdicts, capacity, and the search for it. No clock, files or threads. */
package io.poolbench.sla;
