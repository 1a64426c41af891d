package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Cell;

/**
 * What a cell needs beyond being well-formed, such as CPUs that the host has. Told of every cell
 * that is loaded.
 */
@FunctionalInterface
public interface CellCheck {
  /** Asks for nothing. */
  CellCheck NONE = cell -> {};

  /**
   * Looks at a cell.
   *
   * @throws InvalidSettingException where it cannot be run; its setting is the path in a study,
   *     such as {@code provider.jvm.home}
   */
  void check(Cell cell);
}
