/** Level 2: the files of a run, written atomically and read back. */
package io.poolbench.store;
