/** Level 3: measures how well this host can measure, for the command {@code doctor}. */
package io.poolbench.doctor;
