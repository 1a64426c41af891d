package io.poolbench.run;

import io.poolbench.lab.LabException;
import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.run.BlockOrder.CellBlock.Visit;

/** Cells that can be measured in turn; {@code P} are the counters read at both ends of a window. */
interface BlockBench<P extends Cumulative<P>> {
  /**
   * Measures one slice of a cell under a level.
   *
   * @param first whether it is the cell's first slice of its block, which begins with a fresh pool
   */
  MeasuredWindow<P> measure(Visit visit, boolean first) throws LabException, InterruptedException;

  /** Assesses slices joined into one window, as a step of this number in its cell. */
  Assessment assess(Visit visit, int step, MeasuredWindow<P> window);

  /**
   * What a window shows.
   *
   * @param step its figures with the verdict
   * @param faulty whether it is INVALID by a fault of the driver, or of what it runs on: then it
   *     says nothing about the pool under test
   * @param clear whether it is so far from all bounds of the SLA, with its whole interval, that no
   *     further window will change the verdict, or tell it from another pool
   */
  record Assessment(StepResult step, boolean faulty, boolean clear) {}
}
