/** Level 3: the measurements of the command {@code doctor}. */
package io.poolbench.doctor;
