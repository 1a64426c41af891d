package io.poolbench.measure;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Calibrated.Chosen;
import io.poolbench.journal.CalibrationParameters;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.Violation;
import io.poolbench.lab.LabException;
import io.poolbench.measure.Calibrator.CalibrationBench;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Sla;
import io.poolbench.study.Study;
import io.poolbench.study.Study.Calibration;
import io.poolbench.study.Workload;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Calibrates the cost of a study's calls on this host, in providers configured like the first
 * cell's but with a pool that is never exhausted. A calibration serves one run only, because the
 * speed of a host drifts. For one thread.
 */
record CalibrationRunner(Lab lab, StudyListener listener) {
  /** Two threads per user, so that no call is rejected or queued. */
  private static final int THREADS_PER_USER = 2;

  /** Limit of the first provider's warm-up, which continues during calibration. */
  private static final Duration MAX_WARM_UP = Duration.ofSeconds(20);

  /** Limit of a sample: short, so that load peaks of the host affect few samples. */
  private static final Duration MAX_SAMPLE = Duration.ofMillis(500);

  Calibrated run(Study study, RunFolder folder) throws LabException, InterruptedException {
    Calibration target = study.calibration();
    long started = lab.clock().nanoTime();
    Cell first = study.cells().get(0);
    int cpus = lab.cpus(first).provider().count();
    VerifiedCalibration.Outcome outcome =
        new VerifiedCalibration(target, cpus)
            .run((parameters, number) -> open(target, first, parameters, number, folder));
    List<Violation> violations = outcome.violations();
    if (!violations.isEmpty()) {
      listener.calibrationDisturbed(violations);
    }
    Cell cell = outcome.parameters().applyTo(first);
    Calibrated calibrated =
        new Calibrated(
            target,
            unlimited(target).label(),
            new Chosen(
                outcome.parameters().cpuIterations(),
                cell.redis().latency(),
                cell.network().latency()),
            outcome.saturationTps(),
            outcome.threadMillis(),
            outcome.outsideMillis(),
            (lab.clock().nanoTime() - started) / 1e9);
    if (!calibrated.holds()) {
      listener.note(
          "the calibration does not hold, so that no published value is compared: "
              + calibrated.shortfall());
    }
    return calibrated;
  }

  private CalibrationBench open(
      Calibration target, Cell cell, CalibrationParameters parameters, int number, RunFolder folder)
      throws LabException, InterruptedException {
    listener.calibrationStep("warming provider " + number + " with " + parameters.text());
    Duration warmUp =
        number == 1
            ? Collections.min(List.of(cell.load().warmup(), MAX_WARM_UP))
            : cell.load().warmup();
    Duration window = Collections.min(List.of(cell.load().measure(), MAX_SAMPLE));
    return WarmBench.open(
        lab,
        listener,
        parameters.applyTo(unlimited(cell, target, warmUp, window)),
        folder.providerLog("calibrating", number));
  }

  private static PoolConfig unlimited(Calibration target) {
    int threads = THREADS_PER_USER * Calibrator.saturatingUsers(target);
    return PoolConfig.of(PoolType.FIXED, null, threads, null, null);
  }

  /** The cell with a pool that is never exhausted, at the levels that calibration needs. */
  private static Cell unlimited(Cell cell, Calibration target, Duration warmUp, Duration measure) {
    LoadSchedule load =
        new LoadSchedule(
            Workload.Closed.WITHOUT_PAUSES,
            List.of(Calibrator.lowLoadUsers(target), Calibrator.saturatingUsers(target)),
            warmUp,
            Duration.ZERO,
            measure);
    // Calibration uses the pool's own times, and the SLA may be asserted up to more users.
    return cell.servedBy(cell.dubbo().limitedOnlyBy(unlimited(target)))
        .boundBy(new Sla(cell.sla().bounds()))
        .under(load);
  }
}
