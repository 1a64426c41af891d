package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.Batches;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.Disturbances;
import io.poolbench.result.ShareInterval;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.ShareBound;
import io.poolbench.sla.SlaEvaluator;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Sla;
import io.poolbench.study.PairedRounds.Visit;
import io.poolbench.validity.Measurement;
import java.time.Instant;
import java.util.List;

/**
 * The pools of a running provider, measured in turn: while one has users, the others are idle. For
 * one thread.
 *
 * @param pools of the cells, in their order
 */
record PairedPools(
    Lab lab,
    StudyListener listener,
    Bench bench,
    CpuPlan cpus,
    CellEnvironment environment,
    List<LoadedPool> pools)
    implements PairedBench<Counters> {
  /** How many times the allowed share of late calls, or its reciprocal, is far from the bound. */
  private static final double FAR = 3;

  @Override
  public MeasuredWindow<Counters> measure(Visit visit) throws LabException, InterruptedException {
    LoadedPool pool = pools.get(visit.cell());
    LoadSchedule load = pool.cell().load();
    bench
        .provider()
        .metricsPort(visit.cell())
        .ifPresent(port -> listener.providerReady(pool.cell(), port));
    if (pool.cell().provider().isRenewable(bench.pool(visit.cell()))) {
      bench.provider().renewPool(visit.cell());
    }
    MeasuredWindow<Counters> window = pool.run(visit.level(), load.settle(), load.measure());
    pool.rest();
    if (window.after().disturbancesSince(window.before()).failedReads() > 0) {
      bench.backend().check();
    }
    return window;
  }

  @Override
  public Assessment assess(Visit visit, int step, MeasuredWindow<Counters> window) {
    Cell cell = pools.get(visit.cell()).cell();
    Instant ended = lab.timeline().now().minusNanos(lab.clock().nanoTime() - window.closedNanos());
    StepResult figures = StepFigures.of(step, visit.level(), ended, window, cpus, cell);
    Disturbances disturbances = window.after().disturbancesSince(window.before());
    Measurement measurement = new Measurement(figures, cell, environment, disturbances);
    Verdict verdict = new SlaEvaluator(cell.sla()).evaluate(figures, measurement.violations());
    return new Assessment(
        figures.judged(verdict),
        measurement.isDisturbedByHost(),
        isClear(verdict.kind(), cell.sla(), figures.batches()));
  }

  private static boolean isClear(Verdict.Kind kind, Sla sla, Batches batches) {
    // Where all calls were refused there is no share.
    List<ShareBound> bounds =
        ShareBound.onPercentiles(sla).stream()
            .filter(
                bound ->
                    batches.late(bound.metric().id()).stream().anyMatch(count -> count.calls() > 0))
            .toList();
    return switch (kind) {
      case PASS ->
          !bounds.isEmpty()
              && bounds.stream()
                  .allMatch(bound -> share(bound, batches).within(bound.maxShare() / FAR));
      case FAIL ->
          bounds.stream().anyMatch(bound -> share(bound, batches).beyond(bound.maxShare() * FAR));
      default -> false;
    };
  }

  private static ShareInterval share(ShareBound bound, Batches batches) {
    return ShareInterval.of(batches.late(bound.metric().id()));
  }
}
