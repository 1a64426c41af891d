package io.poolbench.measure;

import io.poolbench.journal.Calibrated;
import io.poolbench.judge.Visit;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.util.List;

/**
 * Cells that share a provider, in one repetition: all cells of a paired study, otherwise one.
 *
 * @param cells one per pool of the provider, in the pools' order
 */
record SharedCells(List<Cell> cells, int repetition) {
  /** The name of the cells of a paired study, in names of files. */
  private static final String PAIRED = "paired";

  SharedCells {
    cells = List.copyOf(cells);
  }

  /** The cells that share a provider with the cell of a visit. */
  static SharedCells of(Study study, Visit visit) {
    return new SharedCells(
        study.cells().stream()
            .filter(cell -> study.paired() != null || cell.name().equals(visit.cell()))
            .toList(),
        visit.repetition());
  }

  Cell first() {
    return cells.get(0);
  }

  /** The number of the pool of a cell, from 0. */
  int number(String cell) {
    return cells.stream().map(Cell::name).toList().indexOf(cell);
  }

  Cell cell(String name) {
    return cells.get(number(name));
  }

  /** These cells, with the calls of a calibration. */
  SharedCells with(Calibrated calibrated) {
    return new SharedCells(cells.stream().map(calibrated::applyTo).toList(), repetition);
  }

  String logName() {
    return cells.size() == 1 ? first().name() : PAIRED;
  }
}
