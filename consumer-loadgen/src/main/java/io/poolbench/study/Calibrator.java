package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.spec.Calibration;

/**
 * Chooses what a call does so that it costs what a study wants, each of three constants against a
 * counter of its own.
 *
 * <ul>
 *   <li>CPU work: at saturation the provider's CPU time per call has to be its CPUs over the TPS
 *       wanted. That time grows linearly with the work, so each step follows the line through the
 *       last two measurements that lie far enough apart.
 *   <li>Redis latency: at low load the time in the business thread, as the provider counts it.
 *       Latency moves it one for one.
 *   <li>Network latency: at low load the users' cycle beyond that time; likewise.
 * </ul>
 *
 * <p>A latency is what is missing beside the time that a call takes without it: the shortest that
 * was measured, as whatever else a host does can only make it longer. So a busy moment decides
 * nothing. All three are looked at once more in the end: a latency changes how many calls the
 * provider handles at one waking, and so the CPU that they cost. There are at most {@link
 * #MOST_MEASUREMENTS} measurements in a provider; what is still off then is seen where the result
 * is verified. A latency is never below 0 and never above the time that it is part of.
 *
 * <p>What is chosen, and how CPU time grows with the work, is kept for the next provider; how long
 * calls take is not. For one thread.
 */
final class Calibrator {
  /** Of low load: the fewest users of the published tables. */
  private static final int MOST_FEW_USERS = 4;

  /** Low load takes a sixth of the CPUs: there a call seldom waits for another one. */
  private static final double LOW_LOAD = 1.0 / 6;

  /** How near is near enough: less than a measurement of a few seconds can tell. */
  static final double TOLERANCE = 0.01;

  private static final int FIRST_CPU_ROUNDS = 5;
  private static final int FIRST_LATENCY_ROUNDS = 3;
  private static final int MORE_ROUNDS = 2;

  /** In one provider. */
  static final int MOST_MEASUREMENTS = FIRST_CPU_ROUNDS + FIRST_LATENCY_ROUNDS + 2 * MORE_ROUNDS;

  /**
   * Beyond the knee by a quarter: as far as it takes to fill the CPUs. Farther on, a waking handles
   * more calls at once, and each costs less than it does at the knee.
   */
  private static final double BEYOND_KNEE = 1.25;

  private static final int FEWEST_SATURATING = 32;
  private static final int MOST_SATURATING = 1000;
  private static final double MICROS_PER_SECOND = 1e6;

  /** The first work that is tried: some ten microseconds. */
  static final long FIRST_ITERATIONS = 20_000;

  private static final long GROWTH = 8;

  /** Measurements that lie nearer to each other, as a share of the CPU wanted, tell no slope. */
  private static final double LEVER = 0.05;

  private static final long NONE = -1;

  private final Calibration target;
  private final double wantedCpuMicros;
  private final int saturating;
  private CalibrationParameters dials;
  private double microsPerIteration = Double.NaN;
  private CalibrationBench bench;
  private double threadItself;
  private double outsideItself;
  private long lastIterations;
  private double lastCpuMicros;

  /**
   * @param cpus the CPUs that the provider may use
   */
  Calibrator(Calibration target, int cpus) {
    this.target = target;
    this.wantedCpuMicros = wantedCpuMicros(target, cpus);
    this.saturating = saturatingUsers(target);
    // As if a call took no time beside its waiting, and did nothing.
    this.dials = new CalibrationParameters(0, target.threadMicros(), target.outsideMicros());
  }

  /** CPU time per call at which the CPUs are full at the TPS wanted. */
  static double wantedCpuMicros(Calibration target, int cpus) {
    return cpus * MICROS_PER_SECOND / target.saturationTps();
  }

  /**
   * Users who saturate the provider, by Little's law: more than the TPS wanted has in flight with
   * each call as short as it can be. Beyond {@value #MOST_SATURATING} the CPUs may stay idle for a
   * part, which {@link CalibrationSample#saturationTps} allows for.
   */
  static int saturatingUsers(Calibration target) {
    double users = Math.ceil(BEYOND_KNEE * knee(target));
    return (int) Math.max(FEWEST_SATURATING, Math.min(users, MOST_SATURATING));
  }

  /**
   * Users at low load, who hardly wait for each other; more than one where there may be, since with
   * a single one the provider sleeps between two calls, and each pays for the waking of its
   * threads.
   */
  static int fewUsers(Calibration target) {
    return (int) Math.max(1, Math.min(Math.round(LOW_LOAD * knee(target)), MOST_FEW_USERS));
  }

  /** Users who would just fill the CPUs if no call waited for another, by Little's law. */
  private static double knee(Calibration target) {
    double cycleSeconds = (target.threadMicros() + target.outsideMicros()) / MICROS_PER_SECOND;
    return target.saturationTps() * cycleSeconds;
  }

  /** What has been chosen so far. */
  CalibrationParameters dials() {
    return dials;
  }

  /**
   * Calibrates in a provider.
   *
   * @return what is chosen
   * @throws LabException where something cannot be measured
   * @throws InterruptedException where the thread is interrupted
   */
  CalibrationParameters calibrate(CalibrationBench provider)
      throws LabException, InterruptedException {
    bench = provider;
    threadItself = Double.POSITIVE_INFINITY;
    outsideItself = Double.POSITIVE_INFINITY;
    lastIterations = NONE;
    chooseCpuWork(FIRST_CPU_ROUNDS);
    chooseLatencies(FIRST_LATENCY_ROUNDS);
    chooseCpuWork(MORE_ROUNDS);
    chooseLatencies(MORE_ROUNDS);
    return dials;
  }

  private void chooseCpuWork(int rounds) throws LabException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      double cpuMicros = bench.measure(dials, saturating).cpuMicros();
      learnSlope(cpuMicros);
      long better = better(cpuMicros);
      if (near(cpuMicros, wantedCpuMicros) || better == dials.cpuIterations()) {
        return;
      }
      dials = dials.withCpuIterations(better);
    }
  }

  private void learnSlope(double cpuMicros) {
    double more = cpuMicros - lastCpuMicros;
    double slope = more / (dials.cpuIterations() - lastIterations);
    // More work that seems to take less time is a disturbed measurement, and tells no slope either.
    if (lastIterations != NONE
        && dials.cpuIterations() != lastIterations
        && Math.abs(more) >= LEVER * wantedCpuMicros
        && slope > 0) {
      microsPerIteration = slope;
    }
    lastIterations = dials.cpuIterations();
    lastCpuMicros = cpuMicros;
  }

  private long better(double cpuMicros) {
    long iterations = dials.cpuIterations();
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
      CalibrationSample reading = bench.measure(dials, fewUsers(target));
      threadItself = Math.min(threadItself, reading.threadMicros() - dials.redisMicros());
      outsideItself = Math.min(outsideItself, reading.outsideMicros() - dials.networkMicros());
      CalibrationParameters better =
          dials.withLatencies(
              latency(dials.redisMicros(), threadItself, target.threadMicros()),
              latency(dials.networkMicros(), outsideItself, target.outsideMicros()));
      if (better.equals(dials)) {
        return;
      }
      dials = better;
    }
  }

  private static long latency(long nowMicros, double itselfMicros, long wantedMicros) {
    return near(nowMicros + itselfMicros, (double) wantedMicros)
        ? nowMicros
        : Math.max(0, Math.min(wantedMicros, Math.round(wantedMicros - itselfMicros)));
  }

  private static boolean near(double seen, double wanted) {
    return Math.abs(seen - wanted) <= TOLERANCE * wanted;
  }
}
