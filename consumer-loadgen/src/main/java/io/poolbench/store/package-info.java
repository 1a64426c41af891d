/** Level 2: the files that a run leaves, written whole or not at all, and read back. */
package io.poolbench.store;
