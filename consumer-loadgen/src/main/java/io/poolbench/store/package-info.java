/**
 * Level 2: the folder of a run and its files. Results are replaced atomically and read back; a
 * journal grows by one entry at a time, for a run that resumes.
 */
package io.poolbench.store;
