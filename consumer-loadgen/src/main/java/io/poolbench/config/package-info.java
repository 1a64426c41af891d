/**
 * Level 0: reads a {@link io.poolbench.spec.Study} from YAML and {@code --set} options.
 *
 * <p>The settings of a cell come from several sources, the highest first: {@code --set} for one
 * cell, {@code --set} for all, the cell in the file, the file's sections, the defaults in the JSON
 * Schema. They are merged into a tree, checked and completed by the schema, and read into records,
 * once. The tree is what {@code study.yaml} is written from and what studies are compared by. A
 * user's error is one {@link io.poolbench.config.ConfigException} with file, line, path and what is
 * valid.
 */
package io.poolbench.config;
