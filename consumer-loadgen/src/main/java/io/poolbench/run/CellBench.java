package io.poolbench.run;

import io.poolbench.journal.CellEnvironment;
import io.poolbench.judge.Measurement;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A running provider, the cells that share it, and the context for measuring them. For one thread.
 *
 * @param cells one per pool of the provider, in the pools' order
 * @param reasons reasons of failed calls, one per cell
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
  /** Connects a load to each pool. No call is made yet. */
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
   * The metrics of a window, or of several joined ones, and what decides on its validity.
   *
   * @param number of the step in the cell; 0 = none
   */
  Measurement measured(Cell cell, int number, int level, MeasuredWindow<Counters> window) {
    Instant ended = lab.timeline().now().minusNanos(lab.clock().nanoTime() - window.closedNanos());
    StepResult figures = StepFigures.of(number, level, ended, window, cpus, cell);
    return new Measurement(figures, cell);
  }

  void requireReads(MeasuredWindow<Counters> window) throws LabException {
    if (window.after().failedToReadSince(window.before())) {
      bench.backend().check();
    }
  }
}
