package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.measure.FailureReasons;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.Disturbances;
import io.poolbench.result.StepResult;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Cell;
import io.poolbench.validity.Measurement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A running provider with the cells that share it, and all that measuring them needs. For one
 * thread.
 *
 * @param cells of the provider's pools, in their order
 * @param environment of the cells
 * @param reasons of each cell's failed calls
 * @param seed of the loads' random numbers
 */
record CellBench(
    Lab lab,
    StudyListener listener,
    Bench bench,
    List<Cell> cells,
    CpuPlan cpus,
    CellEnvironment environment,
    List<FailureReasons> reasons,
    long seed) {
  /**
   * Connects a load to each pool, without calls yet.
   *
   * @param loaded the cells with the loads to connect
   * @throws LabException if the provider cannot be reached
   */
  LoadedPools connect(List<Cell> loaded) throws LabException, InterruptedException {
    List<LoadedPool> pools = new ArrayList<>();
    try {
      for (Cell cell : loaded) {
        int number = pools.size();
        pools.add(bench.load(number, cell, seed, reasons.get(number), listener));
      }
      return new LoadedPools(this, pools);
    } catch (LabException | InterruptedException | RuntimeException e) {
      pools.forEach(LoadedPool::close);
      throw e;
    }
  }

  /**
   * The step of a window, or of several joined, with all that decides whether it is valid.
   *
   * @param cell with the load that was measured
   * @param number of the step in the cell; 0 for none
   */
  Measurement measured(Cell cell, int number, int level, MeasuredWindow<Counters> window) {
    Instant ended = lab.timeline().now().minusNanos(lab.clock().nanoTime() - window.closedNanos());
    StepResult figures = StepFigures.of(number, level, ended, window, cpus, cell);
    return new Measurement(figures, cell, disturbances(window));
  }

  /** The same with a verdict. */
  StepResult judged(Cell cell, int number, int level, MeasuredWindow<Counters> window) {
    Measurement measured = measured(cell, number, level, window);
    return SlaEvaluator.judged(cell, measured.step(), measured.violations());
  }

  /**
   * Checks Redis where reads of a window failed.
   *
   * @throws LabException if Redis fails
   */
  void requireReads(MeasuredWindow<Counters> window) throws LabException {
    if (disturbances(window).failedReads() > 0) {
      bench.backend().check();
    }
  }

  private static Disturbances disturbances(MeasuredWindow<Counters> window) {
    return window.after().disturbancesSince(window.before());
  }
}
