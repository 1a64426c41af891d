package io.poolbench.run;

import io.poolbench.judge.Measurement;
import io.poolbench.judge.SlaEvaluator;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.PhasedWindow;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics of a step of several phases, with a verdict on each phase.
 *
 * @param faulty whether a phase is INVALID because of the driver or the host
 */
record PhaseFigures(StepResult step, boolean faulty) {
  /**
   * Computes the metrics of a step.
   *
   * @param number of the step in the cell, from 1
   * @param level users, or the requests per second of which the phases' rates are shares
   * @param ended when the step's window closed
   * @param capacityTps the measured capacity of the cell; null if not measured
   */
  static PhaseFigures of(
      int number,
      int level,
      Instant ended,
      PhasedWindow<Counters> window,
      CpuPlan cpus,
      Cell cell,
      Double capacityTps) {
    MeasuredWindow<Counters> whole = window.whole();
    boolean open = cell.load().workload() instanceof Workload.Open;
    boolean faulty = false;
    List<PhaseResult> results = new ArrayList<>();
    for (Phase phase : cell.load().phases()) {
      MeasuredWindow<Counters> own = window.phases().get(results.size());
      Instant end = ended.minusNanos(whole.closedNanos() - own.closedNanos());
      StepResult figures =
          StepFigures.of(number, phase.level(level), end, own, cpus, cell).withSlices(List.of());
      Measurement measured = new Measurement(figures, cell);
      faulty |= !measured.violations().isEmpty();
      results.add(
          new PhaseResult(
              phase.name(),
              (own.openedNanos() - whole.openedNanos()) / 1e9,
              open ? phase.level(level) : null,
              phase.changesRedis() ? (Double) (phase.redisLatency().toNanos() / 1e6) : null,
              figures.judged(
                  new SlaEvaluator(cell.sla()).ofPhase(figures, measured.violations()))));
    }
    return new PhaseFigures(
        StepFigures.of(number, level, ended, whole, cpus, cell)
            .withPhases(results, StepFigures.slices(whole.batches(), window.pools()), capacityTps),
        faulty);
  }
}
