package io.poolbench.study;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Violation;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.Study;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import io.poolbench.store.ResultsFolder;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Calibrates a study's calls to this host, in providers that are as the first cell's but for a pool
 * that limits nothing.
 *
 * <p>Nothing of it is kept for another run: the speed of a host drifts. For one thread.
 */
final class CalibrationRunner {
  /** The pool has twice the threads that users need: none is refused, none waits. */
  private static final int THREADS_PER_USER = 2;

  /** The first provider is called on while it is calibrated, which warms it further. */
  private static final Duration MOST_WARM_UP = Duration.ofSeconds(20);

  /** Windows are as long as a study's own, and no longer than this. */
  private static final Duration LONGEST_WINDOW = Duration.ofMillis(2500);

  /** Beyond this, what a disturbed host made of a calibration is of no use to any cell. */
  private static final double MOST_OFF_PCT = 10;

  private static final double MICROS_PER_MILLI = 1000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Lab lab;
  private final StudyListener listener;

  CalibrationRunner(Lab lab, StudyListener listener) {
    this.lab = lab;
    this.listener = listener;
  }

  /**
   * Calibrates the calls of a study.
   *
   * @param folder gets the providers' logs
   * @throws LabException where the lab breaks, or the host is too disturbed
   * @throws InterruptedException where the thread is interrupted
   */
  Calibrated run(Study study, ResultsFolder folder) throws LabException, InterruptedException {
    Calibration target = study.calibration();
    listener.calibrationStarted(target);
    long started = lab.clock().nanoTime();
    Cell first = study.cells().get(0);
    int cpus = CpuPlan.of(first.cpus(), lab.hostCpus()).provider().count();
    VerifiedCalibration.Outcome outcome =
        new VerifiedCalibration(target, cpus)
            .in((dials, number) -> open(target, first, dials, number, folder));
    double offPct = outcome.offPct(target, cpus);
    if (!outcome.violations().isEmpty()) {
      listener.calibrationDisturbed(outcome.violations());
      if (offPct > MOST_OFF_PCT) {
        throw new LabException(
            "calibration off by %.0f %% (limit %.0f %%) on a disturbed host: %s"
                .formatted(offPct, MOST_OFF_PCT, codes(outcome.violations())),
            List.of());
      }
    }
    Cell cell = outcome.dials().applyTo(first);
    Calibrated calibrated =
        new Calibrated(
            target,
            unlimited(target).label(),
            outcome.dials().cpuIterations(),
            cell.redis().latency(),
            cell.network().latency(),
            outcome.saturated().saturationTps(cpus),
            outcome.unhurried().threadMicros() / MICROS_PER_MILLI,
            outcome.unhurried().outsideMicros() / MICROS_PER_MILLI,
            (lab.clock().nanoTime() - started) / NANOS_PER_SECOND);
    listener.calibrated(calibrated);
    return calibrated;
  }

  private static String codes(List<Violation> violations) {
    return violations.stream().map(Violation::code).distinct().collect(Collectors.joining(" "));
  }

  private CalibrationBench open(
      Calibration target, Cell cell, CalibrationParameters dials, int number, ResultsFolder folder)
      throws LabException, InterruptedException {
    listener.calibrationStep("warming provider " + number + " with " + dials.text());
    Duration warmUp =
        number == 1 ? shorter(cell.load().warmup(), MOST_WARM_UP) : cell.load().warmup();
    Duration window = shorter(cell.load().measure(), LONGEST_WINDOW);
    return WarmBench.open(
        lab,
        listener,
        dials.applyTo(unlimited(cell, target, warmUp, window)),
        folder.providerLog("calibrating", number));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static PoolConfig unlimited(Calibration target) {
    int threads = THREADS_PER_USER * Calibrator.saturatingUsers(target);
    return PoolConfig.of(PoolType.FIXED, null, threads, null, null);
  }

  /** The cell with a pool that limits nothing, under as many users as calibration needs. */
  private static Cell unlimited(Cell cell, Calibration target, Duration warmUp, Duration measure) {
    int users = Calibrator.saturatingUsers(target);
    ProviderSettings provider = cell.provider();
    return new Cell(
        cell.name(),
        new ProviderSettings(
            unlimited(target),
            provider.ioThreads(),
            provider.dispatcher(),
            provider.executorManagement(),
            provider.work(),
            provider.jvm(),
            provider.scheduling(),
            provider.bindHost(),
            provider.port()),
        cell.redis(),
        cell.network(),
        cell.driver(),
        cell.cpus(),
        new LoadSchedule(
            new Workload.Closed(ThinkTime.NONE),
            List.of(Calibrator.fewUsers(target), users),
            warmUp,
            Duration.ZERO,
            measure),
        cell.validity(),
        cell.sla(),
        "");
  }
}
