package io.poolbench.compare;

import io.poolbench.judge.LevelResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.Unit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The deviation of a metric from the baseline at one load level.
 *
 * <p>For metrics in percent the deviation is a difference in points; for all others it is in
 * percent of the baseline. Noise is measured on the same scale: ratios by their logarithms.
 *
 * @param baseline values over the baseline's repetitions; null if unknown
 * @param candidate values over the candidate's repetitions; null if unknown
 * @param significance whether a difference is shown
 */
public record Deviation(
    Metric metric, Spread baseline, Spread candidate, Significance significance) {
  public Deviation {
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(significance, "significance");
  }

  static Deviation of(Metric metric, LevelResult baseline, LevelResult candidate) {
    List<Double> before = baseline.perRepetition(metric);
    List<Double> after = candidate.perRepetition(metric);
    return new Deviation(
        metric,
        Spread.of(before).orElse(null),
        Spread.of(after).orElse(null),
        Significance.of(scaled(metric, before), scaled(metric, after)));
  }

  static boolean isInPoints(Metric metric) {
    return metric.unit() == Unit.PERCENT;
  }

  static List<Double> scaled(Metric metric, List<Double> values) {
    return values.stream().map(value -> SampleMean.scaled(metric, value)).toList();
  }

  /**
   * The difference between the candidate's and the baseline's median, in points or in percent of
   * the baseline; null if a median is unknown, or if the baseline's is 0 and the deviation is a
   * ratio.
   */
  public Double amount() {
    if (baseline == null || candidate == null) {
      return null;
    }
    if (isInPoints(metric)) {
      return candidate.median() - baseline.median();
    }
    return baseline.median() > 0 ? 100 * (candidate.median() / baseline.median() - 1) : null;
  }

  /** Whether the baseline has a value to judge the candidate by; two zeros have no ratio. */
  boolean hasReference() {
    return baseline != null && (isInPoints(metric) || !isZeroOnBothSides());
  }

  boolean isZeroOnBothSides() {
    return baseline != null
        && candidate != null
        && baseline.highest() == 0
        && candidate.highest() == 0;
  }

  /**
   * Whether calls were answered, and none of them in all of several repetitions: TPS of 0 has no
   * logarithm. A small count, such as one of refusals, is 0 by chance.
   */
  boolean isFallToZero() {
    return metric == Metric.TPS
        && baseline != null
        && candidate != null
        && Math.min(baseline.count(), candidate.count()) > 1
        && baseline.lowest() > 0
        && candidate.highest() == 0;
  }

  public String amountText() {
    Double amount = amount();
    return amount == null
        ? FigureText.UNKNOWN
        : signed(amount) + (isInPoints(metric) ? " points" : " %");
  }

  public static String sign(double deviation) {
    return deviation > 0 ? "+" : deviation < 0 ? "-" : "";
  }

  private static String signed(double deviation) {
    return sign(deviation) + FigureText.difference(deviation);
  }

  /** Both medians, such as {@code 8.10 -> 9.60 ms (+18 %)}. */
  String text() {
    return "%s -> %s (%s)"
        .formatted(
            metric.text(median(baseline)), metric.textWithUnit(median(candidate)), amountText());
  }

  private static Double median(Spread side) {
    return side == null ? null : (Double) side.median();
  }

  /**
   * The confidence interval of a deviation: one-sided limits of {@value #CONFIDENCE_PCT} % each, by
   * Welch's t with Satterthwaite's degrees of freedom.
   *
   * @param lower the true deviation is above this with {@value #CONFIDENCE_PCT} %
   * @param upper the true deviation is below this with {@value #CONFIDENCE_PCT} %
   * @param repeated whether the noise of both sides is measured over repetitions, or over rounds
   *     that both share; otherwise the interval excludes the variation between runs
   */
  record DeviationInterval(double lower, double upper, boolean repeated) {
    static final int CONFIDENCE_PCT = 95;

    private static final double PERCENT = 100;

    /** In points, or in percent of the baseline; empty if the noise of a side is unknown. */
    static Optional<DeviationInterval> of(
        Metric metric, Optional<SampleMean> baseline, Optional<SampleMean> candidate) {
      return of(baseline, candidate)
          .map(
              of ->
                  Deviation.isInPoints(metric)
                      ? of
                      : new DeviationInterval(pct(of.lower), pct(of.upper), of.repeated));
    }

    static Optional<DeviationInterval> of(
        Optional<SampleMean> baseline, Optional<SampleMean> candidate) {
      return baseline.flatMap(
          before -> candidate.map(after -> between(before, after, 1 - CONFIDENCE_PCT / PERCENT)));
    }

    /** An interval that the true deviation is below, or above, with a probability of one tail. */
    static DeviationInterval between(SampleMean before, SampleMean after, double tail) {
      double difference = after.mean() - before.mean();
      double variance = before.variance() + after.variance();
      double margin =
          variance == 0
              ? 0
              : Math.sqrt(variance)
                  * TDistribution.of(degrees(before, after)).inverseSurvivalProbability(tail);
      return new DeviationInterval(
          difference - margin, difference + margin, before.repeated() && after.repeated());
    }

    private static double degrees(SampleMean before, SampleMean after) {
      double sum = before.variance() + after.variance();
      return sum
          * sum
          / (before.variance() * before.variance() / before.degrees()
              + after.variance() * after.variance() / after.degrees());
    }

    private static double pct(double logarithm) {
      return PERCENT * Math.expm1(logarithm);
    }

    boolean excludesZero() {
      return lower > 0 || upper < 0;
    }

    DeviationInterval negated() {
      return new DeviationInterval(-upper, -lower, repeated);
    }

    /** A text such as {@code +14 % at least and +23 % at most}, with a note on what it excludes. */
    String text(String unit) {
      return limits(unit) + (repeated ? "" : ", without what differs from run to run");
    }

    private String limits(String unit) {
      String least = Double.isInfinite(lower) ? "" : signed(lower) + unit + " at least";
      String most = Double.isInfinite(upper) ? "" : signed(upper) + unit + " at most";
      String both = least.isEmpty() || most.isEmpty() ? "" : " and ";
      return least.isEmpty() && most.isEmpty() ? "difference unknown" : least + both + most;
    }
  }
}
