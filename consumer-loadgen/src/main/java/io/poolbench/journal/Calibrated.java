package io.poolbench.journal;

import io.poolbench.api.AddedLatency;
import io.poolbench.stats.Median;
import io.poolbench.study.Cell;
import io.poolbench.study.Study.Calibration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The calibration of a study's calls to a host: what was chosen, and the constants reached with it,
 * as verified in fresh providers.
 *
 * @param target the constants to reach
 * @param pool the pool used, which was never exhausted
 * @param saturationTps the throughput reached
 * @param threadMillis mean time of a call in its business thread at low load, as reached
 * @param outsideMillis mean network and client time at low load, as reached
 */
public record Calibrated(
    Calibration target,
    String pool,
    Chosen chosen,
    Reached saturationTps,
    Reached threadMillis,
    Reached outsideMillis,
    double seconds)
    implements Entry.RunEntry {
  /** Accepted deviation from a target, in percent; half of that accepted from published values. */
  public static final double TOLERANCE_PCT = 5;

  public Calibrated {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(chosen, "chosen");
    Objects.requireNonNull(saturationTps, "saturationTps");
    Objects.requireNonNull(threadMillis, "threadMillis");
    Objects.requireNonNull(outsideMillis, "outsideMillis");
  }

  /**
   * The cost of a call.
   *
   * @param redis added latency
   * @param network added latency
   */
  public record Chosen(long cpuIterations, AddedLatency redis, AddedLatency network) {
    public Chosen {
      Objects.requireNonNull(redis, "redis");
      Objects.requireNonNull(network, "network");
    }
  }

  /** The calibration of a run, which a later one replaces; empty if it was not calibrated. */
  public static Optional<Calibrated> in(Journal journal) {
    return Entry.only(Calibrated.class, journal.entries()).reduce((earlier, later) -> later);
  }

  /** The cell as it is measured: its calls have the chosen cost. */
  public Cell applyTo(Cell cell) {
    return CalibrationParameters.of(this).applyTo(cell);
  }

  /**
   * A measured value with the interval of its median.
   *
   * @param value the mean over the providers' medians
   * @param low lower end of the interval, at most {@code value}
   * @param high upper end of the interval, at least {@code value}
   */
  public record Reached(double value, double low, double high) {
    private static final double TAIL = 0.025;

    /**
     * Computes the value of each provider's samples. The interval is that of the median of all
     * samples together, from their order statistics (binomial; Conover, <em>Practical Nonparametric
     * Statistics</em>): for nine samples, the second lowest to the second highest.
     */
    public static Reached mean(List<List<Double>> samples) {
      double value =
          samples.stream()
              .mapToDouble(
                  each ->
                      Median.of(each.stream().mapToDouble(Double::doubleValue).toArray())
                          .orElseThrow())
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

    /** Such as {@code 4,280 [3,900, 4,600]}. */
    public String text() {
      return "%s [%s, %s]"
          .formatted(FigureText.measure(value), FigureText.measure(low), FigureText.measure(high));
    }
  }

  public List<Constant> constants() {
    return List.of(
        new Constant("saturation TPS", target.saturationTps(), saturationTps),
        new Constant(
            "thread time ms", target.threadMicros() / Units.MICROS_PER_MILLI, threadMillis),
        new Constant(
            "network + client ms", target.outsideMicros() / Units.MICROS_PER_MILLI, outsideMillis));
  }

  /** Whether all constants are within the tolerance; only then can published values be compared. */
  public boolean holds() {
    return constants().stream().allMatch(Constant::holds);
  }

  /** The constants outside the tolerance, as text; empty if there are none. */
  public String shortfall() {
    return constants().stream()
        .filter(constant -> !constant.holds())
        .map(Constant::text)
        .collect(Collectors.joining(", "));
  }

  /** A constant, whose name includes its unit, with its target. */
  public record Constant(String name, double wanted, Reached reached) {
    public Constant {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(reached, "reached");
    }

    public double deviationPct() {
      return 100 * (reached.value() / wanted - 1);
    }

    boolean holds() {
      return Math.abs(deviationPct()) <= TOLERANCE_PCT;
    }

    /** Such as {@code saturation TPS 4,280 [3,900, 4,600] (target 6,700, limit 5 %)}. */
    private String text() {
      return "%s %s (target %s, limit %s %%)"
          .formatted(
              name, reached.text(), FigureText.measure(wanted), FigureText.exact(TOLERANCE_PCT));
    }
  }
}
