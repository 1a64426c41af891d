package io.poolbench.run;

import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Measurement;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.run.Calibrator.CalibrationBench;
import io.poolbench.spec.Cell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A warmed-up provider process for calibration, under load until it is closed. */
final class WarmBench implements CalibrationBench {
  private static final Duration SETTLE = Duration.ofMillis(250);
  private static final double MICROS_PER_MILLI = 1000;

  /**
   * The least share of calls answered OK, in percent: failed calls return at once and would distort
   * the cost of a call.
   */
  private static final double MIN_OK_PCT = 99;

  private final CellBench on;
  private final StudyListener listener;
  private final Cell cell;
  private final LoadedPools pools;
  private CalibrationParameters current;

  private WarmBench(CellBench on, StudyListener listener, LoadedPools pools) {
    this.on = on;
    this.listener = listener;
    this.cell = on.cells().get(0);
    this.pools = pools;
    this.current = CalibrationParameters.of(cell);
  }

  /** Starts a provider and warms it up at the highest level of the cell's schedule. */
  static WarmBench open(Lab lab, StudyListener listener, Cell cell, Path log)
      throws LabException, InterruptedException {
    CpuPlan cpus = lab.cpus(cell);
    Bench bench = Bench.open(lab, listener, List.of(cell), cpus, log);
    try {
      // Live samples of the load are not reported.
      CellBench on =
          new CellBench(
              lab,
              new StudyListener() {},
              bench,
              List.of(cell),
              cpus,
              lab.notStarted(cpus),
              List.of(new FailureReasons()),
              1);
      LoadedPools pools = on.connect(List.of(cell));
      try {
        pools.warm();
        return new WarmBench(on, listener, pools);
      } catch (LabException | InterruptedException | RuntimeException e) {
        pools.close();
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
    MeasuredWindow<Counters> window = pools.first().run(users, SETTLE, cell.load().measure());
    return sample(on.measured(cell, 0, users, window));
  }

  private void apply(CalibrationParameters wanted) throws LabException, InterruptedException {
    ProviderControl provider = on.bench().provider().control().orElseThrow();
    if (wanted.cpuIterations() != current.cpuIterations()) {
      provider.cpuIterations(wanted.cpuIterations());
    }
    Cell changed = wanted.applyTo(cell);
    if (wanted.redisMicros() != current.redisMicros()) {
      provider.delayRedisBy(changed.redis().latency());
    }
    if (wanted.networkMicros() != current.networkMicros()) {
      on.bench().network().change(changed.network().latency());
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
              .formatted(
                  step.calls().ok(),
                  step.calls().total(),
                  MIN_OK_PCT,
                  on.reasons().get(0).counts()),
          on.bench().provider().logTail());
    }
    Double threadMillis = Metric.SERVICE_MEAN.of(step);
    Double cpuPct = Metric.PROVIDER_CPU.of(step);
    Double cpuMicros = Metric.PROVIDER_CPU_PER_CALL.of(step);
    if (cpuPct == null || cpuMicros == null || threadMillis == null) {
      throw new LabException(
          ViolationCode.NOT_CALIBRATED,
          "calibration not possible: the provider's CPU time or thread time is unknown on this"
              + " host",
          on.bench().provider().logTail());
    }
    return new CalibrationSample(
        step.tps(),
        cpuPct,
        cpuMicros,
        threadMillis * MICROS_PER_MILLI,
        Math.max(0, step.cycleMeanMillis() - threadMillis) * MICROS_PER_MILLI,
        known(Metric.STEAL.of(step)) + known(Metric.OTHERS_CPU.of(step)),
        measurement.violations());
  }

  private static double known(Double pct) {
    return pct == null ? 0 : pct;
  }

  @Override
  public void close() {
    try {
      // Closing abandons calls in flight.
      pools.drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pools.close();
      on.bench().close();
    }
  }
}
