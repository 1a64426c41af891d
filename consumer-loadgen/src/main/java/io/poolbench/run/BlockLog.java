package io.poolbench.run;

import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import java.util.List;
import java.util.Objects;

/** Keeps the blocks of a paired study as they are measured, for a run that resumes it. */
interface BlockLog<P> {
  /** The blocks that earlier runs measured, in order, dated by this run's clock. */
  List<MeasuredBlock<P>> earlier();

  void add(MeasuredBlock<P> block) throws LabException;

  /**
   * A block as it was measured.
   *
   * @param round from 1
   * @param attempt from 1
   * @param nanos how long it took
   * @param slices the joined slices of each cell, in the order of the cells
   */
  record MeasuredBlock<P>(
      int round, int attempt, boolean discarded, long nanos, List<VisitSlices<P>> slices) {
    public MeasuredBlock {
      slices = List.copyOf(slices);
    }
  }

  /** The joined slices of a cell at a level of a block. */
  record VisitSlices<P>(Visit visit, MeasuredWindow<P> window) {
    public VisitSlices {
      Objects.requireNonNull(visit, "visit");
      Objects.requireNonNull(window, "window");
    }
  }
}
