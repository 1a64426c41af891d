/** Level 2: the rules that make a step INVALID. Pure: no clock, no file, no thread. */
package io.poolbench.validity;
