package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.study.PairedRounds.Visit;

/**
 * What a paired study is measured on: one warm provider with a pool for each cell.
 *
 * @param <P> the counters of a window
 */
interface PairedBench<P> {
  /**
   * Measures a cell at a level for one window, with a fresh pool; afterwards all pools are idle.
   *
   * @throws LabException if the provider or its Redis fails
   */
  MeasuredWindow<P> measure(Visit visit) throws LabException, InterruptedException;

  /**
   * Assesses a window, or several windows joined.
   *
   * @param step the number of the step in its cell
   */
  Assessment assess(Visit visit, int step, MeasuredWindow<P> window);

  /**
   * What a window says.
   *
   * @param step its figures with the verdict
   * @param disturbed whether something disturbed it that may have ended meanwhile; what else makes
   *     a step INVALID is a matter of all its windows together
   * @param clear whether it is so far from all bounds of the SLA, with its whole interval, that no
   *     further window will change the verdict
   */
  record Assessment(StepResult step, boolean disturbed, boolean clear) {}
}
