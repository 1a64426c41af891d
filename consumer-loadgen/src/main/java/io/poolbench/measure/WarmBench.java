package io.poolbench.measure;

import io.poolbench.journal.CalibrationParameters;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Measurement;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.measure.Calibrator.CalibrationBench;
import io.poolbench.study.Cell;
import io.poolbench.study.CellCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A warmed-up provider process for calibration, under load until it is closed. */
final class WarmBench implements CalibrationBench {
  private static final Duration SETTLE = Duration.ofMillis(250);

  /**
   * The least share of calls answered OK, in percent: failed calls return at once and would distort
   * the cost of a call.
   */
  private static final double MIN_OK_PCT = 99;

  private final ProviderCells provider;
  private final StudyListener listener;
  private final Cell cell;
  private CalibrationParameters current;

  private WarmBench(ProviderCells provider, StudyListener listener, Cell cell) {
    this.provider = provider;
    this.listener = listener;
    this.cell = cell;
    this.current = CalibrationParameters.of(cell);
  }

  /** Starts a provider and warms it up at the highest level of the cell's schedule. */
  static WarmBench open(Lab lab, StudyListener listener, Cell cell, Path log)
      throws LabException, InterruptedException {
    ProviderCells provider =
        ProviderCells.open(
            lab, listener, CellCommands.NONE, new SharedCells(List.of(cell), 1), log);
    try {
      provider.warm();
      return new WarmBench(provider, listener, cell);
    } catch (LabException | InterruptedException | RuntimeException e) {
      provider.close();
      throw e;
    }
  }

  @Override
  public CalibrationSample measure(CalibrationParameters parameters, int users)
      throws LabException, InterruptedException {
    listener.calibrationStep("measuring " + parameters.text() + ", with " + users + " users");
    apply(parameters);
    return sample(provider.firstPool().run(users, SETTLE, cell.load().measure()));
  }

  private void apply(CalibrationParameters wanted) throws LabException, InterruptedException {
    Bench bench = provider.bench();
    ProviderProcess control = bench.provider().process().orElseThrow();
    if (wanted.cpuIterations() != current.cpuIterations()) {
      control.cpuIterations(wanted.cpuIterations());
    }
    Cell changed = wanted.applyTo(cell);
    if (wanted.redisMicros() != current.redisMicros()) {
      control.delayRedisBy(changed.redis().latency());
    }
    if (wanted.networkMicros() != current.networkMicros()) {
      bench.calls().network().change(changed.network().latency());
    }
    current = wanted;
  }

  private CalibrationSample sample(Level level) throws LabException {
    Double okPct = level.calls().availabilityPct();
    if (okPct == null || okPct < MIN_OK_PCT) {
      throw new LabException(
          ViolationCode.NOT_CALIBRATED,
          "calls answered OK: %d of %d (limit %.0f %%); %s"
              .formatted(
                  level.calls().ok(), level.calls().total(), MIN_OK_PCT, level.sum().failures()),
          provider.bench().provider().logTail());
    }
    Double threadMillis = Metric.SERVICE_MEAN.of(level);
    Double cpuPct = Metric.PROVIDER_CPU.of(level);
    Double cpuMicros = Metric.PROVIDER_CPU_PER_CALL.of(level);
    if (cpuPct == null || cpuMicros == null || threadMillis == null) {
      throw new LabException(
          ViolationCode.NOT_CALIBRATED,
          "calibration not possible: the provider's CPU time or thread time is unknown on this"
              + " host",
          provider.bench().provider().logTail());
    }
    return new CalibrationSample(
        level.tps(),
        cpuPct,
        cpuMicros,
        threadMillis * 1e3,
        Math.max(0, level.cycleMeanMillis() - threadMillis) * 1e3,
        known(Metric.STEAL.of(level)) + known(Metric.OTHERS_CPU.of(level)),
        List.copyOf(new Measurement(level).violations()));
  }

  private static double known(Double pct) {
    return pct == null ? 0 : pct;
  }

  @Override
  public void close() {
    provider.close();
  }
}
