package io.poolbench.measure;

import io.poolbench.journal.CalibrationParameters;
import io.poolbench.measure.Calibrator.CalibrationBench;
import java.util.List;
import java.util.Random;

/**
 * A simulated provider of one CPU: CPU time = empty + perIteration x iterations, thread time = CPU
 * time + waiting + Redis latency, network and client time = outside + network latency. Measurements
 * have noise.
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
  public CalibrationSample measure(CalibrationParameters parameters, int users) {
    measurements++;
    CalibrationSample truth = truth(parameters, users);
    return sample(
        users,
        noisy(truth.cpuMicros()),
        noisy(truth.threadMicros()),
        noisy(truth.outsideMicros()),
        0);
  }

  /** A measurement without noise. */
  CalibrationSample truth(CalibrationParameters parameters, int users) {
    double cpu = emptyCpuMicros + microsPerIteration * parameters.cpuIterations();
    return sample(
        users,
        cpu,
        cpu + waitingMicros + parameters.redisMicros(),
        outsideMicros + parameters.networkMicros(),
        0);
  }

  /**
   * A sample of a busy host.
   *
   * @param slower how much longer all takes
   * @param takenPct what others take of the CPU
   */
  static CalibrationSample disturbed(
      CalibrationSample sample, int users, double slower, double takenPct) {
    return sample(
        users,
        slower * sample.cpuMicros(),
        slower * sample.threadMicros(),
        slower * sample.outsideMicros(),
        takenPct);
  }

  private static CalibrationSample sample(
      int users, double cpu, double thread, double outside, double takenPct) {
    double most = 1e6 / cpu * (1 - takenPct / 100);
    double tps = Math.min(most, users * 1e6 / (thread + outside));
    return new CalibrationSample(tps, tps * cpu / 1e4, cpu, thread, outside, takenPct, List.of());
  }

  int measurements() {
    return measurements;
  }

  private double noisy(double truth) {
    // Limited to three standard deviations.
    return truth * (1 + noise * Math.max(-3, Math.min(3, random.nextGaussian())));
  }
}
