package io.poolbench.study;

import io.poolbench.dubbo.FailureReasons;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.StepRunner;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.spec.Cell;
import io.poolbench.validity.Measurement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real provider, warmed as cells are, with users at it from its opening to its end. */
final class WarmBench implements CalibrationBench {
  private static final Duration SETTLE = Duration.ofMillis(500);
  private static final Duration DRAIN_PATIENCE = Duration.ofSeconds(2);
  private static final double MICROS_PER_MILLI = 1000;

  /**
   * A measurement that driver or host disturbed is repeated, since all cells live with it; as long
   * as this in all, since some bursts of another guest last for minutes, and some hosts never calm
   * down.
   */
  private static final Duration MOST_PATIENCE = Duration.ofSeconds(90);

  /** Calls that fail come back at once: what is measured among them is no call's cost. */
  private static final double FEWEST_OK_PCT = 99;

  private final Lab lab;
  private final StudyListener listener;
  private final Bench bench;
  private final Cell cell;
  private final CpuPlan cpus;
  private final Load load;
  private final StepRunner runner;
  private final FailureReasons reasons;
  private final RetryBudget patience = new RetryBudget(MOST_PATIENCE);
  private CalibrationParameters dials;
  private List<Violation> violations = List.of();

  private WarmBench(
      Lab lab,
      StudyListener listener,
      Bench bench,
      Cell cell,
      CpuPlan cpus,
      Load load,
      StepRunner runner,
      FailureReasons reasons) {
    this.lab = lab;
    this.listener = listener;
    this.bench = bench;
    this.cell = cell;
    this.cpus = cpus;
    this.load = load;
    this.runner = runner;
    this.reasons = reasons;
    this.dials = CalibrationParameters.of(cell);
  }

  /**
   * Starts and warms a provider.
   *
   * @param cell it is a cell's, called by as many users as its schedule has at most
   */
  static WarmBench open(Lab lab, StudyListener listener, Cell cell, Path log)
      throws LabException, InterruptedException {
    CpuPlan cpus = CpuPlan.of(cell.cpus(), lab.hostCpus());
    FailureReasons reasons = new FailureReasons();
    Bench bench = Bench.open(lab, listener, cell, cpus, log);
    try {
      Load load = bench.connect(cell.load(), 1, reasons);
      try {
        StepRunner runner = new StepRunner(load, lab.clock());
        new WarmUpRunner(lab, runner, bench.provider(), cpus).run(cell);
        return new WarmBench(lab, listener, bench, cell, cpus, load, runner, reasons);
      } catch (LabException | InterruptedException | RuntimeException e) {
        load.close();
        throw e;
      }
    } catch (LabException | InterruptedException | RuntimeException e) {
      bench.close();
      throw e;
    }
  }

  @Override
  public CalibrationSample measure(CalibrationParameters wanted, int users)
      throws LabException, InterruptedException {
    listener.calibrationStep("measuring " + wanted.text() + ", with " + users + " users");
    turnTo(wanted);
    StepResult step = measure(users);
    while (!violations.isEmpty() && patience.lasts()) {
      long started = lab.clock().nanoTime();
      step = measure(users);
      patience.spend(Duration.ofNanos(lab.clock().nanoTime() - started));
    }
    return reading(step);
  }

  private StepResult measure(int users) throws LabException, InterruptedException {
    MeasuredWindow<Counters> window =
        runner.run(users, SETTLE, cell.load().measure(), bench.provider());
    StepResult step = StepFigures.of(0, users, lab.timeline().now(), window, cpus);
    violations =
        new Measurement(
                step,
                cell,
                CellRunner.notBegun(cpus),
                window.after().disturbancesSince(window.before()))
            .violations();
    return step;
  }

  private void turnTo(CalibrationParameters wanted) throws LabException, InterruptedException {
    if (wanted.cpuIterations() != dials.cpuIterations()) {
      bench.provider().cpuIterations(wanted.cpuIterations());
    }
    Cell turned = wanted.applyTo(cell);
    if (wanted.redisMicros() != dials.redisMicros()) {
      bench.redis().route().delayBy(turned.redis().latency());
    }
    if (wanted.networkMicros() != dials.networkMicros()) {
      bench.network().delayBy(turned.network().latency());
    }
    dials = wanted;
  }

  private CalibrationSample reading(StepResult step) throws LabException {
    Double okPct = step.calls().availabilityPct();
    if (okPct == null || okPct < FEWEST_OK_PCT) {
      throw new LabException(
          "too few calls are answered: %d of %d; %s"
              .formatted(step.calls().ok(), step.calls().total(), reasons.counts()),
          bench.provider().logTail());
    }
    ProviderUse use = step.provider();
    Double threadMillis = use.service().meanMillis();
    if (use.cpuPct() == null || use.cpuMicrosPerCall() == null || threadMillis == null) {
      throw new LabException(
          "the provider's CPU time, or its calls' time in a thread, is not known on this host",
          bench.provider().logTail());
    }
    return new CalibrationSample(
        step.tps(),
        use.cpuPct(),
        use.cpuMicrosPerCall(),
        threadMillis * MICROS_PER_MILLI,
        Math.max(0, step.cycleMeanMillis() - threadMillis) * MICROS_PER_MILLI);
  }

  @Override
  public List<Violation> violations() {
    return violations;
  }

  @Override
  public void close() {
    try {
      // Closing cuts off the calls in flight.
      load.drain(DRAIN_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      load.close();
      bench.close();
    }
  }
}
