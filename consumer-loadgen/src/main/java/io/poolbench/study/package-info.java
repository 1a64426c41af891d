/** Level 3: runs studies: cell after cell, step after step. */
package io.poolbench.study;
