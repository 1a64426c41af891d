package io.poolbench.config;

/**
 * A cell as a file says it.
 *
 * @param base the sections of the file that the cell stands in
 * @param cell what it says beyond them
 */
record Part(Layer base, Layer cell) {}
