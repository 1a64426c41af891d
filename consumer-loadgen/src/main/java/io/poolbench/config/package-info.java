/**
 * Level 1: a study's YAML becomes a {@link io.poolbench.spec.Study}.
 *
 * <p>A setting is looked for in layers, the highest first: {@code --set} for one cell, {@code
 * --set} for all, the cell in the file, the file's sections, the defaults in the JSON Schema. What
 * a user gets wrong is one {@link io.poolbench.config.ConfigException} that says where it stood and
 * what would be valid.
 */
package io.poolbench.config;
