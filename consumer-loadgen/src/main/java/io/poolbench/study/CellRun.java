package io.poolbench.study;

import io.poolbench.spec.Cell;
import java.util.Objects;

/**
 * One repetition of a cell, run in a provider of its own.
 *
 * @param repetition from 1
 */
public record CellRun(Cell cell, int repetition) {
  public CellRun {
    Objects.requireNonNull(cell, "cell");
  }
}
