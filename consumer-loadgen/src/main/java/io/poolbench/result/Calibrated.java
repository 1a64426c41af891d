package io.poolbench.result;

import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Calibration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The calibration of a study's calls to a host. What was reached is from verifications in fresh
 * providers.
 *
 * @param target the constants to reach
 * @param pool the pool used, which was never exhausted
 * @param cpuIterations chosen
 * @param redis added latency, chosen
 * @param network added latency, chosen
 * @param saturationTps reached
 * @param threadMillis reached mean time of a call in its business thread at low load
 * @param outsideMillis reached mean network and client time at low load
 * @param seconds duration of the calibration
 */
public record Calibrated(
    Calibration target,
    String pool,
    long cpuIterations,
    AddedLatency redis,
    AddedLatency network,
    Reached saturationTps,
    Reached threadMillis,
    Reached outsideMillis,
    double seconds) {
  private static final double MICROS_PER_MILLI = 1000;

  /** Accepted deviation from a target in percent: half of that from published values. */
  public static final double TOLERANCE_PCT = 5;

  public Calibrated {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(saturationTps, "saturationTps");
    Objects.requireNonNull(threadMillis, "threadMillis");
    Objects.requireNonNull(outsideMillis, "outsideMillis");
  }

  /**
   * A measured value with the interval of its median.
   *
   * @param value the mean of the medians of each provider
   * @param low end of the interval, at most the value
   * @param high end of the interval, at least the value
   */
  public record Reached(double value, double low, double high) {
    private static final double TAIL = 0.025;

    /**
     * The value of samples, and the interval of the median of all of them by their order (binomial;
     * Conover, <em>Practical Nonparametric Statistics</em>): of nine samples the second lowest to
     * the second highest.
     */
    public static Reached mean(List<List<Double>> samples) {
      double value =
          samples.stream()
              .mapToDouble(of -> Spread.of(of).orElseThrow().median())
              .average()
              .orElseThrow();
      List<Double> all = new ArrayList<>();
      samples.forEach(all::addAll);
      Collections.sort(all);
      int size = all.size();
      int below = BinomialDistribution.of(size, 0.5).inverseCumulativeProbability(TAIL) - 1;
      int outside = Math.max(0, Math.min(below, (size - 1) / 2));
      return new Reached(
          value, Math.min(value, all.get(outside)), Math.max(value, all.get(size - 1 - outside)));
    }
  }

  /** TPS at saturation, thread time, and network + client time. */
  public List<Constant> constants() {
    return List.of(
        new Constant("saturation TPS", target.saturationTps(), saturationTps),
        new Constant("thread time ms", target.threadMicros() / MICROS_PER_MILLI, threadMillis),
        new Constant(
            "network + client ms", target.outsideMicros() / MICROS_PER_MILLI, outsideMillis));
  }

  /** Whether all three constants are as wanted, so that published values compare in their units. */
  public boolean holds() {
    return constants().stream().allMatch(Constant::holds);
  }

  /** The constants that are not as wanted; empty where all are. */
  public String shortfall() {
    return constants().stream()
        .filter(constant -> !constant.holds())
        .map(Constant::text)
        .collect(Collectors.joining(", "));
  }

  /**
   * One of the three constants.
   *
   * @param name with its unit
   */
  public record Constant(String name, double wanted, Reached reached) {
    public Constant {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(reached, "reached");
    }

    /** The deviation from the target in percent. */
    public double deviationPct() {
      return 100 * (reached.value() / wanted - 1);
    }

    boolean holds() {
      return Math.abs(deviationPct()) <= TOLERANCE_PCT;
    }

    /** Such as {@code saturation TPS 4,280 [3,900, 4,600] (target 6,700, limit 5 %)}. */
    private String text() {
      return "%s %s [%s, %s] (target %s, limit %s %%)"
          .formatted(
              name,
              FigureText.measure(reached.value()),
              FigureText.measure(reached.low()),
              FigureText.measure(reached.high()),
              FigureText.measure(wanted),
              FigureText.exact(TOLERANCE_PCT));
    }
  }
}
