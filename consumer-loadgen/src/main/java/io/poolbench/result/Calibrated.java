package io.poolbench.result;

import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Calibration;
import java.util.List;
import java.util.Objects;

/**
 * How the lab calibrated a study's calls to its host; what was measured is of a verifying run in a
 * provider of its own, null where there was none.
 *
 * @param target what was asked for
 * @param pool the pool that it was done with, which limits nothing
 * @param cpuIterations chosen
 * @param redis added latency, chosen
 * @param network added latency, chosen
 * @param saturationTps measured
 * @param threadMillis measured, mean
 * @param outsideMillis measured, mean
 * @param seconds how long calibration took
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
    double seconds) {
  private static final double MICROS_PER_MILLI = 1000;

  public Calibrated {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(network, "network");
  }

  /** The three constants: TPS at saturation, then the times in the thread and outside it. */
  public List<Constant> constants() {
    return List.of(
        new Constant("saturation TPS", target.saturationTps(), saturationTps),
        new Constant("ms in the thread", target.threadMicros() / MICROS_PER_MILLI, threadMillis),
        new Constant("ms outside it", target.outsideMicros() / MICROS_PER_MILLI, outsideMillis));
  }

  /**
   * One of the three constants.
   *
   * @param name with its unit
   * @param measured null where unknown
   */
  public record Constant(String name, double wanted, Double measured) {
    public Constant {
      Objects.requireNonNull(name, "name");
    }

    /** How far it is off, in percent; NaN, which compares to nothing, where unknown. */
    public double offPct() {
      return measured == null ? Double.NaN : 100 * (measured / wanted - 1);
    }
  }
}
