package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Cell;

/** A requirement on each cell beyond validity, such as CPUs that the host has. */
@FunctionalInterface
public interface CellCheck {
  /** No requirement. */
  CellCheck NONE = cell -> {};

  /**
   * Checks a cell.
   *
   * @throws InvalidSettingException where it cannot be run, with the path of the setting in a
   *     study, such as {@code provider.jvm.home}
   */
  void check(Cell cell);
}
