package io.poolbench.result;

import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Calibration;
import java.util.List;
import java.util.Objects;

/**
 * The calibration of a study's calls to a host. Measured values are from the verification in a
 * fresh provider; null without one.
 *
 * @param target the constants to reach
 * @param pool the pool used, which was never exhausted
 * @param cpuIterations chosen
 * @param redis added latency, chosen
 * @param network added latency, chosen
 * @param saturationTps measured
 * @param threadMillis measured mean time of a call in its business thread
 * @param outsideMillis measured mean network and client time
 * @param seconds duration of the calibration
 * @param gaugeNanos CPU time of a fixed amount of arithmetic on the provider's CPUs meanwhile; null
 *     if unknown
 */
public record Calibrated(
    Calibration target,
    String pool,
    long cpuIterations,
    AddedLatency redis,
    AddedLatency network,
    Double saturationTps,
    Double threadMillis,
    Double outsideMillis,
    double seconds,
    Double gaugeNanos) {
  private static final double MICROS_PER_MILLI = 1000;

  /** Steps whose CPU speed is farther off, in percent, are of another host: as calibrations may. */
  public static final double MAX_SPEED_DIFFERENCE_PCT = 5;

  public Calibrated {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(network, "network");
  }

  /** The CPU speed in a step relative to that of the calibration, in percent; null if unknown. */
  public Double speedPct(StepResult step) {
    Double gauge = step.host().provider().gaugeNanos();
    return gauge == null || gaugeNanos == null ? null : (Double) (100 * gaugeNanos / gauge);
  }

  /** Whether a step ran at another CPU speed, so that its calls cost other than calibrated. */
  public boolean isAtOtherSpeed(StepResult step) {
    Double speed = speedPct(step);
    return speed != null && Math.abs(speed - 100) > MAX_SPEED_DIFFERENCE_PCT;
  }

  /** TPS at saturation, thread time, and network + client time. */
  public List<Constant> constants() {
    return List.of(
        new Constant("saturation TPS", target.saturationTps(), saturationTps),
        new Constant("thread time ms", target.threadMicros() / MICROS_PER_MILLI, threadMillis),
        new Constant(
            "network + client ms", target.outsideMicros() / MICROS_PER_MILLI, outsideMillis));
  }

  /**
   * One of the three constants.
   *
   * @param name with its unit
   * @param measured null if unknown
   */
  public record Constant(String name, double wanted, Double measured) {
    public Constant {
      Objects.requireNonNull(name, "name");
    }

    /** The deviation from the target in percent; NaN if unknown. */
    public double deviationPct() {
      return measured == null ? Double.NaN : 100 * (measured / wanted - 1);
    }
  }
}
