package io.poolbench.config;

import io.poolbench.spec.Cell;

/** A requirement on each cell beyond validity, such as CPUs that the host has. */
@FunctionalInterface
public interface CellCheck {
  CellCheck NONE = cell -> {};

  void check(Cell cell);
}
