package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.Probe;
import io.poolbench.load.StepRunner;
import io.poolbench.spec.Cell;
import java.time.Duration;

/**
 * One pool of a running provider, with the load that calls it alone. For one thread.
 *
 * @param runner of the load's steps
 * @param probe of the pool's counters
 */
record LoadedPool(Cell cell, Load load, StepRunner runner, Probe<Counters, LabException> probe)
    implements AutoCloseable {
  /** How long calls in flight are waited for. */
  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

  /** Runs a step; the load runs on afterwards. */
  MeasuredWindow<Counters> run(int level, Duration settle, Duration measure)
      throws LabException, InterruptedException {
    return runner.run(level, settle, measure, probe);
  }

  /** The highest level that its pool accepts. */
  int warmingLevel() {
    return cell.load()
        .workload()
        .warmingLevel(cell.load().maxLevel(), cell.provider().pool().maxTasks());
  }

  /** Stops its load, and waits for the calls in flight. */
  void drain() throws InterruptedException {
    load.drain(DRAIN_TIMEOUT);
  }

  /** Ends the load; calls in flight are abandoned. */
  @Override
  public void close() {
    load.close();
  }
}
