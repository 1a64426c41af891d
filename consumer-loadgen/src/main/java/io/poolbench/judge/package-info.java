/**
 * Level 2: what the slices of a journal say about a study. Groups slices by cell and level, judges
 * their validity and the SLA, estimates and ranks capacities, and plans the next visit. No clock,
 * files or threads.
 */
package io.poolbench.judge;
