package io.poolbench.study;

import io.poolbench.result.Violation;
import java.util.List;
import java.util.Random;

/**
 * A provider whose calls cost what a formula says: CPU time {@code empty + perIteration x work}, a
 * time in the thread of that CPU time, its own waiting and Redis's latency, a time outside of its
 * own and the network's latency. What it measures is off by noise; what it knows is not.
 */
final class SimulatedBench implements CalibrationBench {
  private final double emptyCpuMicros;
  private final double microsPerIteration;
  private final double waitingMicros;
  private final double outsideMicros;
  private final double noise;
  private final Random random;
  private int measurements;

  /**
   * @param noise standard deviation of a measurement, as a share of it
   */
  SimulatedBench(
      double emptyCpuMicros,
      double microsPerIteration,
      double waitingMicros,
      double outsideMicros,
      double noise,
      long seed) {
    this.emptyCpuMicros = emptyCpuMicros;
    this.microsPerIteration = microsPerIteration;
    this.waitingMicros = waitingMicros;
    this.outsideMicros = outsideMicros;
    this.noise = noise;
    this.random = new Random(seed);
  }

  @Override
  public CalibrationSample measure(CalibrationParameters dials, int users) {
    measurements++;
    CalibrationSample truth = truth(dials, users);
    return new CalibrationSample(
        truth.tps(),
        truth.cpuPct(),
        noisy(truth.cpuMicros()),
        noisy(truth.threadMicros()),
        noisy(truth.outsideMicros()));
  }

  @Override
  public List<Violation> violations() {
    return List.of();
  }

  @Override
  public void close() {}

  /** What a measurement without noise would say, of a provider of one CPU. */
  CalibrationSample truth(CalibrationParameters dials, int users) {
    double cpu = emptyCpuMicros + microsPerIteration * dials.cpuIterations();
    double thread = cpu + waitingMicros + dials.redisMicros();
    double outside = outsideMicros + dials.networkMicros();
    double tps = Math.min(1e6 / cpu, users * 1e6 / (thread + outside));
    return new CalibrationSample(tps, tps * cpu / 1e4, cpu, thread, outside);
  }

  int measurements() {
    return measurements;
  }

  private double noisy(double truth) {
    // No measurement is off without bound, nor below nothing.
    return truth * (1 + noise * Math.max(-3, Math.min(3, random.nextGaussian())));
  }
}
