package io.poolbench.study;

import io.poolbench.spec.Cell;
import java.util.Objects;

/** One repetition of a cell, numbered from 1. */
public record CellRun(Cell cell, int repetition) {
  public CellRun {
    Objects.requireNonNull(cell, "cell");
  }
}
