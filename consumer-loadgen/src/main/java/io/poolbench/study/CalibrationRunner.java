package io.poolbench.study;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.result.Calibrated;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.Study;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import io.poolbench.store.ResultsFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Calibrates a study's calls to this host, in two providers that are as the first cell's but for a
 * pool that limits nothing: what calls do is chosen in one, and verified in a fresh one.
 *
 * <p>Nothing of it is kept for another run: the speed of a host drifts. For one thread.
 */
final class CalibrationRunner {
  /** The pool has twice the threads that users need: none is refused, none waits. */
  private static final int THREADS_PER_USER = 2;

  /** The provider is called on while it is calibrated, which warms it further. */
  private static final Duration MOST_WARM_UP = Duration.ofSeconds(20);

  private static final Duration WINDOW = Duration.ofMillis(2500);
  private static final Duration VERIFYING_WINDOW = Duration.ofSeconds(5);
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
   * @throws LabException where the lab breaks
   * @throws InterruptedException where the thread is interrupted
   */
  Calibrated run(Study study, ResultsFolder folder) throws LabException, InterruptedException {
    Calibration target = study.calibration();
    listener.calibrationStarted(target);
    long started = lab.clock().nanoTime();
    Cell first = study.cells().get(0);
    Duration warmUp = first.load().warmup();
    Duration shorter = warmUp.compareTo(MOST_WARM_UP) < 0 ? warmUp : MOST_WARM_UP;
    Cell start = Calibrator.start(target).applyTo(unlimited(first, target, shorter, WINDOW));
    int cpus = CpuPlan.of(first.cpus(), lab.hostCpus()).provider().count();
    Dials chosen;
    listener.calibrationStep("warming a provider");
    try (WarmBench bench = open(start, folder.providerLog("calibrating", 1))) {
      chosen = new Calibrator(target, cpus, told(bench)).calibrate();
      bench.drain();
    }
    Cell cell = chosen.applyTo(unlimited(first, target, warmUp, VERIFYING_WINDOW));
    listener.calibrationStep("warming a fresh provider, to verify " + chosen.text());
    try (WarmBench bench = open(cell, folder.providerLog("verifying", 1))) {
      Reading full = verify(bench, chosen, Calibrator.saturatingUsers(target));
      Reading few = verify(bench, chosen, Calibrator.fewUsers(target));
      bench.drain();
      Calibrated calibrated =
          new Calibrated(
              target,
              cell.provider().pool().label(),
              chosen.cpuIterations(),
              cell.redis().latency(),
              cell.network().latency(),
              full.saturationTps(cpus),
              few.threadMicros() / MICROS_PER_MILLI,
              few.outsideMicros() / MICROS_PER_MILLI,
              (lab.clock().nanoTime() - started) / NANOS_PER_SECOND);
      listener.calibrated(calibrated);
      return calibrated;
    }
  }

  private WarmBench open(Cell cell, Path log) throws LabException, InterruptedException {
    return WarmBench.open(lab, listener, cell, log);
  }

  private Reading verify(WarmBench bench, Dials chosen, int users)
      throws LabException, InterruptedException {
    Reading reading = told(bench).measure(chosen, users);
    for (String doubt : bench.doubts()) {
      listener.note("calibration's verification with " + users + " users is in doubt: " + doubt);
    }
    return reading;
  }

  private CalibrationBench told(CalibrationBench bench) {
    return (dials, users) -> {
      listener.calibrationStep("measuring " + dials.text() + ", with " + users + " users");
      return bench.measure(dials, users);
    };
  }

  /** The cell with a pool that limits nothing, under as many users as calibration needs. */
  private static Cell unlimited(Cell cell, Calibration target, Duration warmUp, Duration measure) {
    int users = Calibrator.saturatingUsers(target);
    ProviderSettings provider = cell.provider();
    return new Cell(
        cell.name(),
        new ProviderSettings(
            PoolConfig.of(PoolType.FIXED, null, THREADS_PER_USER * users, null, null),
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
