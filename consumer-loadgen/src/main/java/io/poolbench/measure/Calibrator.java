package io.poolbench.measure;

import io.poolbench.journal.CalibrationParameters;
import io.poolbench.lab.LabException;
import io.poolbench.study.Study.Calibration;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the {@link CalibrationParameters} for which a call costs what a study asks for. Each
 * parameter is adjusted by one measured quantity:
 *
 * <ul>
 *   <li>CPU work: the cost of a call at saturation, which should be CPUs / target TPS. It grows
 *       linearly with the work; each step follows the line through the last two readings that
 *       differ enough.
 *   <li>Redis latency: the time in the business thread at low load, by the provider's counters. It
 *       grows by the added latency.
 *   <li>Network latency: the network and client time at low load; likewise.
 * </ul>
 *
 * <p>A reading is the median of {@value #SAMPLES} short samples, because load peaks of the host may
 * disturb some of them. A host that is always busy is calibrated as it is, because the study is
 * measured on it as well. In the first provider all parameters are read again at the end: a latency
 * changes how many calls the provider handles per wake-up, and thereby their CPU time. There are at
 * most 12 readings per provider; verification shows the remaining deviation. A latency is at least
 * 0 and at most the target time.
 *
 * <p>The parameters and the CPU time per iteration are kept for the next provider. For one thread.
 */
final class Calibrator {
  /** The lowest number of users in the published tables. */
  private static final int MAX_LOW_LOAD_USERS = 4;

  /** CPU use at low load, as a share: low enough that calls seldom wait for each other. */
  private static final double LOW_LOAD = 1.0 / 6;

  /** Accepted deviation from a target, as a share: the accuracy of a measurement of seconds. */
  static final double TOLERANCE = 0.01;

  private static final int FIRST_CPU_ROUNDS = 5;
  private static final int FIRST_LATENCY_ROUNDS = 3;
  private static final int MORE_ROUNDS = 2;

  /** Samples per reading; two of them may be disturbed. */
  static final int SAMPLES = 5;

  /**
   * Users at saturation relative to the knee: enough to saturate the CPUs, but not more, because
   * with more users a wake-up handles more calls, and each costs less CPU time than at the knee.
   */
  private static final double BEYOND_KNEE = 1.25;

  private static final int MIN_SATURATING = 32;
  private static final int MAX_SATURATING = 1000;

  /** The first CPU work tried: tens of microseconds. */
  static final long FIRST_ITERATIONS = 20_000;

  private static final long GROWTH = 8;

  /**
   * Least difference of two readings from which a slope is computed, as a share of the target: it
   * has to exceed their noise.
   */
  private static final double MIN_COST_DIFFERENCE = 0.2;

  private final Calibration target;
  private final int cpus;
  private final double wantedCpuMicros;
  private final int saturating;
  private CalibrationParameters parameters;
  private double microsPerIteration = Double.NaN;
  private CalibrationBench bench;

  /** The last reading at saturation; null before the first one in this provider. */
  private Cost last;

  private record Cost(long iterations, double micros) {}

  Calibrator(Calibration target, int cpus) {
    this.target = target;
    this.cpus = cpus;
    this.wantedCpuMicros = wantedCpuMicros(target, cpus);
    this.saturating = saturatingUsers(target);
    // Initially no CPU work, and latencies as if a call took no other time.
    this.parameters = new CalibrationParameters(0, target.threadMicros(), target.outsideMicros());
  }

  /** The target CPU time per call, in microseconds: it saturates the CPUs at the target TPS. */
  static double wantedCpuMicros(Calibration target, int cpus) {
    return cpus * 1e6 / target.saturationTps();
  }

  /**
   * The number of users that saturates the provider, by Little's law. If it is limited to {@value
   * #MAX_SATURATING}, the CPUs may stay partly idle; {@link CalibrationSample#saturationTps}
   * corrects for that.
   */
  static int saturatingUsers(Calibration target) {
    double users = Math.ceil(BEYOND_KNEE * knee(target));
    return (int) Math.max(MIN_SATURATING, Math.min(users, MAX_SATURATING));
  }

  /**
   * The number of users at low load, who hardly wait for each other. If possible more than one:
   * with a single user the provider sleeps between calls, and each call includes waking its
   * threads.
   */
  static int lowLoadUsers(Calibration target) {
    return (int) Math.max(1, Math.min(Math.round(LOW_LOAD * knee(target)), MAX_LOW_LOAD_USERS));
  }

  /**
   * The number of users that just saturates the CPUs if no call waits for another, by Little's law.
   */
  private static double knee(Calibration target) {
    double cycleSeconds = (target.threadMicros() + target.outsideMicros()) / 1e6;
    return target.saturationTps() * cycleSeconds;
  }

  CalibrationParameters parameters() {
    return parameters;
  }

  CalibrationParameters calibrate(CalibrationBench provider)
      throws LabException, InterruptedException {
    bench = provider;
    boolean known = !Double.isNaN(microsPerIteration);
    last = null;
    chooseCpuWork(known ? MORE_ROUNDS : FIRST_CPU_ROUNDS);
    chooseLatencies(known ? MORE_ROUNDS : FIRST_LATENCY_ROUNDS);
    if (!known) {
      chooseCpuWork(MORE_ROUNDS);
      chooseLatencies(MORE_ROUNDS);
    }
    return parameters;
  }

  private CalibrationSample read(int users) throws LabException, InterruptedException {
    List<CalibrationSample> samples = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      samples.add(bench.measure(parameters, users));
    }
    return CalibrationSample.median(samples);
  }

  private void chooseCpuWork(int rounds) throws LabException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      double micros = read(saturating).costMicros(cpus);
      learnSlope(new Cost(parameters.cpuIterations(), micros));
      long better = better(micros);
      if (near(micros, wantedCpuMicros) || better == parameters.cpuIterations()) {
        return;
      }
      parameters = parameters.withCpuIterations(better);
    }
  }

  private void learnSlope(Cost cost) {
    if (last != null && cost.iterations() != last.iterations()) {
      double more = cost.micros() - last.micros();
      double slope = more / (cost.iterations() - last.iterations());
      boolean between = last.micros() < wantedCpuMicros != cost.micros() < wantedCpuMicros;
      // Interpolation between two readings cannot overshoot, however rough the slope is.
      if ((between || Math.abs(more) >= MIN_COST_DIFFERENCE * wantedCpuMicros) && slope > 0) {
        microsPerIteration = slope;
      }
    }
    last = cost;
  }

  private long better(double cpuMicros) {
    long iterations = parameters.cpuIterations();
    double missing = wantedCpuMicros - cpuMicros;
    if (!Double.isNaN(microsPerIteration)) {
      return Math.max(0, iterations + Math.round(missing / microsPerIteration));
    }
    if (missing < 0) {
      return 0;
    }
    return iterations == 0 ? FIRST_ITERATIONS : iterations * GROWTH;
  }

  private void chooseLatencies(int rounds) throws LabException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      CalibrationSample sample = read(lowLoadUsers(target));
      CalibrationParameters better =
          parameters.withLatencies(
              latency(parameters.redisMicros(), sample.threadMicros(), target.threadMicros()),
              latency(parameters.networkMicros(), sample.outsideMicros(), target.outsideMicros()));
      if (better.equals(parameters)) {
        return;
      }
      parameters = better;
    }
  }

  private static long latency(long nowMicros, double seenMicros, long wantedMicros) {
    double better = nowMicros + wantedMicros - seenMicros;
    return near(seenMicros, (double) wantedMicros)
        ? nowMicros
        : Math.max(0, Math.min(wantedMicros, Math.round(better)));
  }

  private static boolean near(double seen, double wanted) {
    return Math.abs(seen - wanted) <= TOLERANCE * wanted;
  }

  /** A warmed-up provider whose cost per call can be changed while it runs. */
  @FunctionalInterface
  interface CalibrationBench extends AutoCloseable {
    /** Sets the cost of a call and measures it, with closed-loop users without think time. */
    CalibrationSample measure(CalibrationParameters parameters, int users)
        throws LabException, InterruptedException;

    /** Stops the provider after the calls in flight. */
    @Override
    default void close() {}

    @FunctionalInterface
    interface Factory {
      /** Starts a provider, numbered from 1, and warms it up. */
      CalibrationBench open(CalibrationParameters parameters, int number)
          throws LabException, InterruptedException;
    }
  }
}
