package io.poolbench.config;

import io.poolbench.spec.Cell;

/** A check of each cell beyond validity, such as whether the host has the CPUs that it names. */
@FunctionalInterface
public interface CellCheck {
  CellCheck NONE = cell -> {};

  void check(Cell cell);
}
