package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The confidence interval of a deviation: one-sided limits of {@value #CONFIDENCE_PCT} % each, by
 * Welch's t with Satterthwaite's degrees of freedom.
 *
 * @param lower the true deviation is above this with {@value #CONFIDENCE_PCT} %
 * @param upper the true deviation is below this with {@value #CONFIDENCE_PCT} %
 * @param repeated whether the noise of both sides is measured over repetitions; otherwise the
 *     interval excludes the variation between runs
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
    return baseline.flatMap(before -> candidate.map(after -> between(before, after)));
  }

  private static DeviationInterval between(SampleMean before, SampleMean after) {
    double difference = after.mean() - before.mean();
    double variance = before.variance() + after.variance();
    double margin =
        variance == 0
            ? 0
            : Math.sqrt(variance)
                * TDistribution.of(degrees(before, after))
                    .inverseSurvivalProbability(1 - CONFIDENCE_PCT / PERCENT);
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

  DeviationInterval negated() {
    return new DeviationInterval(-upper, -lower, repeated);
  }

  /** A text such as {@code +14 % at least and +23 % at most}, with a note on what it excludes. */
  String text(String unit) {
    return limits(unit) + (repeated ? "" : ", without what differs from run to run");
  }

  private String limits(String unit) {
    if (Double.isInfinite(lower) && Double.isInfinite(upper)) {
      return "difference unknown";
    }
    String least = signed(lower) + unit + " at least";
    String most = signed(upper) + unit + " at most";
    if (Double.isInfinite(upper)) {
      return least;
    }
    return Double.isInfinite(lower) ? most : least + " and " + most;
  }

  private static String signed(double deviation) {
    return Double.isInfinite(deviation)
        ? FigureText.UNKNOWN
        : Deviation.sign(deviation) + FigureText.difference(deviation);
  }
}
