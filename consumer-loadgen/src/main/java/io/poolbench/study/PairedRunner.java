package io.poolbench.study;

import io.poolbench.api.EffectivePool;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.measure.FailureReasons;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellFailure;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all cells of a paired study once: starts Redis and one provider with a pool for each cell,
 * connects a load to each, warms all pools, measures the rounds.
 *
 * <p>For one thread.
 */
final class PairedRunner {
  private final Lab lab;
  private final StudyListener listener;
  private final Study study;
  private final int repetition;
  private final RetryBudget retries;
  private final List<Cell> cells;
  private final CpuPlan cpus;
  private final List<FailureReasons> reasons;
  private final List<EffectivePool> pools = new ArrayList<>();
  private final List<WarmUp> warmUps = new ArrayList<>();
  private CellEnvironment environment;
  private PairedRun<Counters> run;

  /**
   * @param study a paired one
   */
  PairedRunner(Lab lab, StudyListener listener, Study study, int repetition, RetryBudget retries) {
    this.lab = lab;
    this.listener = listener;
    this.study = study;
    this.repetition = repetition;
    this.retries = retries;
    this.cells = study.cells();
    this.cpus = lab.cpus(cells.get(0));
    this.reasons = cells.stream().map(cell -> new FailureReasons()).toList();
    this.environment = lab.notStarted(cpus);
  }

  /**
   * Runs the cells. If the lab fails or the thread is interrupted, all of them have the failure and
   * the steps measured before, each with the windows of the rounds so far. The thread's interrupt
   * status is kept.
   *
   * @param log receives the provider's output
   * @return the results of the cells, in the study's order
   */
  List<CellResult> run(Path log) {
    CellFailure failure = null;
    try {
      runRounds(log);
    } catch (LabException e) {
      failure = CellRunner.failure(e);
    } catch (InterruptedException e) {
      failure = CellRunner.interrupted();
      Thread.currentThread().interrupt();
    }
    return results(failure);
  }

  /**
   * The results of cells that cannot be started.
   *
   * @param failure the reason
   */
  List<CellResult> notRun(CellFailure failure) {
    return results(failure);
  }

  private void runRounds(Path log) throws LabException, InterruptedException {
    HostProbe.State host = new HostWait(lab, listener).await(cpus, cells.get(0).validity());
    try (Bench bench = Bench.open(lab, listener, cells, cpus, log)) {
      environment = bench.environment(environment, host);
      for (int cell = 0; cell < cells.size(); cell++) {
        pools.add(bench.pool(cell));
      }
      bench.requirePools();
      bench.requireAnswers();
      List<LoadedPool> loads = new ArrayList<>();
      try {
        for (int cell = 0; cell < cells.size(); cell++) {
          loads.add(bench.load(cell, repetition, reasons.get(cell), listener));
        }
        measure(bench, loads);
      } finally {
        loads.forEach(LoadedPool::close);
      }
    }
  }

  private void measure(Bench bench, List<LoadedPool> loads)
      throws LabException, InterruptedException {
    Cell first = cells.get(0);
    bench.provider().metricsPort(0).ifPresent(port -> listener.providerReady(first, port));
    listener.warming(first, environment);
    warmUps.addAll(new WarmUpRunner(lab, loads, bench.provider(), cpus).run());
    reasons.forEach(FailureReasons::clear);
    for (int cell = 0; cell < cells.size(); cell++) {
      listener.warmed(cells.get(cell), warmUps.get(cell));
    }
    PairedRounds rounds =
        new PairedRounds(
            first.load().levels(), cells.size(), study.repetitions().seed(), repetition);
    PairedPools measured = new PairedPools(lab, listener, bench, cpus, environment, loads);
    int levels = first.load().levels().size();
    boolean listed = study.sizing() == null;
    int windows =
        listed
            ? study.paired().windows(cells.size(), levels)
            : study.sizing().windows(cells.size(), levels);
    run = new PairedRun<>(cells, rounds, study.paired(), windows, measured, retries, listener);
    if (listed) {
      run.run();
    } else {
      new LearningRun(study, run, () -> results(null)).run();
    }
  }

  private List<CellResult> results(CellFailure failure) {
    List<CellResult> results = new ArrayList<>();
    for (int cell = 0; cell < cells.size(); cell++) {
      List<StepResult> steps = run == null ? List.of() : run.steps(cell);
      results.add(
          new CellResult(
              cells.get(cell),
              repetition,
              pools.isEmpty() ? null : pools.get(cell),
              environment,
              warmUps.isEmpty() ? null : warmUps.get(cell),
              steps,
              reasons.get(cell).counts(),
              failure));
    }
    return results;
  }
}
