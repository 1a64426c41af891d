package io.poolbench.study;

import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.measure.FailureReasons;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.StepResult;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.validity.Measurement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A warm provider process for calibration, under load until it is closed. */
final class WarmBench implements CalibrationBench {
  private static final Duration SETTLE = Duration.ofMillis(500);
  private static final double MICROS_PER_MILLI = 1000;

  /**
   * Total time for repeating invalid measurements: all cells depend on them, bursts of other guests
   * last for minutes, and on some hosts they never end.
   */
  private static final Duration MAX_RETRY_TIME = Duration.ofSeconds(90);

  /** Min calls answered OK: failed calls return at once and would falsify the cost of a call. */
  private static final double MIN_OK_PCT = 99;

  private final Lab lab;
  private final StudyListener listener;
  private final Bench bench;
  private final Cell cell;
  private final CpuPlan cpus;
  private final LoadedPool pool;
  private final FailureReasons reasons;
  private final RetryBudget retries = new RetryBudget(MAX_RETRY_TIME);
  private CalibrationParameters current;

  private WarmBench(
      Lab lab,
      StudyListener listener,
      Bench bench,
      Cell cell,
      CpuPlan cpus,
      LoadedPool pool,
      FailureReasons reasons) {
    this.lab = lab;
    this.listener = listener;
    this.bench = bench;
    this.cell = cell;
    this.cpus = cpus;
    this.pool = pool;
    this.reasons = reasons;
    this.current = CalibrationParameters.of(cell);
  }

  /**
   * Starts and warms a provider.
   *
   * @param cell the provider's settings, and the load: the highest level of its schedule
   */
  static WarmBench open(Lab lab, StudyListener listener, Cell cell, Path log)
      throws LabException, InterruptedException {
    CpuPlan cpus = lab.cpus(cell);
    FailureReasons reasons = new FailureReasons();
    Bench bench = Bench.open(lab, listener, List.of(cell), cpus, log);
    try {
      // Calibration reports its samples, not the load's.
      LoadedPool pool = bench.load(0, 1, reasons, new StudyListener() {});
      try {
        new WarmUpRunner(lab, List.of(pool), bench.provider(), cpus).run();
        return new WarmBench(lab, listener, bench, cell, cpus, pool, reasons);
      } catch (LabException | InterruptedException | RuntimeException e) {
        pool.close();
        throw e;
      }
    } catch (LabException | InterruptedException | RuntimeException e) {
      bench.close();
      throw e;
    }
  }

  @Override
  public CalibrationSample measure(CalibrationParameters parameters, int users)
      throws LabException, InterruptedException {
    listener.calibrationStep("measuring " + parameters.text() + ", with " + users + " users");
    apply(parameters);
    Measurement measurement = measure(users);
    while (!measurement.violations().isEmpty() && retries.isLeft()) {
      long started = lab.clock().nanoTime();
      measurement = measure(users);
      retries.spend(Duration.ofNanos(lab.clock().nanoTime() - started));
    }
    return sample(measurement);
  }

  private Measurement measure(int users) throws LabException, InterruptedException {
    MeasuredWindow<Counters> window = pool.run(users, SETTLE, cell.load().measure());
    StepResult step = StepFigures.of(0, users, lab.timeline().now(), window, cpus, cell);
    return new Measurement(
        step, cell, lab.notStarted(cpus), window.after().disturbancesSince(window.before()));
  }

  private void apply(CalibrationParameters wanted) throws LabException, InterruptedException {
    if (wanted.cpuIterations() != current.cpuIterations()) {
      bench.provider().cpuIterations(wanted.cpuIterations());
    }
    Cell changed = wanted.applyTo(cell);
    if (wanted.redisMicros() != current.redisMicros()) {
      bench.backend().delayRedisBy(changed.redis().latency());
    }
    if (wanted.networkMicros() != current.networkMicros()) {
      bench.network().delayBy(changed.network().latency());
    }
    current = wanted;
  }

  private CalibrationSample sample(Measurement measurement) throws LabException {
    StepResult step = measurement.step();
    Double okPct = step.calls().availabilityPct();
    if (okPct == null || okPct < MIN_OK_PCT) {
      throw new LabException(
          ViolationCode.NOT_CALIBRATED,
          "calls answered OK: %d of %d (limit %.0f %%); %s"
              .formatted(step.calls().ok(), step.calls().total(), MIN_OK_PCT, reasons.counts()),
          bench.provider().logTail());
    }
    ProviderUse use = step.provider();
    Double threadMillis = use.service().meanMillis();
    if (use.cpuPct() == null || use.cpuMicrosPerCall() == null || threadMillis == null) {
      throw new LabException(
          ViolationCode.NOT_CALIBRATED,
          "calibration not possible: the provider's CPU time or thread time is unknown on this host",
          bench.provider().logTail());
    }
    return new CalibrationSample(
        step.tps(),
        use.cpuPct(),
        use.cpuMicrosPerCall(),
        threadMillis * MICROS_PER_MILLI,
        Math.max(0, step.cycleMeanMillis() - threadMillis) * MICROS_PER_MILLI,
        step.host().provider().gaugeNanos(),
        measurement.violations());
  }

  @Override
  public void close() {
    try {
      // Closing cuts off the calls in flight.
      pool.drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pool.close();
      bench.close();
    }
  }
}
