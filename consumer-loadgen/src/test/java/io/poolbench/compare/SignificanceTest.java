package io.poolbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.compare.Significance.Answer;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Student's distribution has closed forms for few degrees of freedom: they are the oracle. */
class SignificanceTest {
  private static final double ROUNDING = 1e-9;
  private static final int TRIALS = 20_000;

  /**
   * {@code P(|T| > t)} of 1, 2 and 4 degrees of freedom (Abramowitz and Stegun, 26.7.3, 26.7.4).
   */
  private static double twoSided(double t, int degreesOfFreedom) {
    double angle = Math.atan(Math.abs(t) / Math.sqrt(degreesOfFreedom));
    return switch (degreesOfFreedom) {
      case 1 -> 1 - 2 * angle / Math.PI;
      case 2 -> 1 - Math.sin(angle);
      case 4 -> 1 - Math.sin(angle) * (1 + Math.pow(Math.cos(angle), 2) / 2);
      default -> throw new IllegalArgumentException("no closed form here");
    };
  }

  @ParameterizedTest
  @CsvSource({
    // Values, the squared standard error of the difference as a fraction, degrees of freedom.
    "1 3, 1 3, 2, 1, 2",
    "1 2 3, 1 2 3, 2, 3, 4",
    // A side without spread adds no degree of freedom, as pooling of variances would.
    "2 2 2, 1 2 3, 1, 3, 2",
    "2 2, 1 3, 1, 1, 1",
  })
  void thePValueIsThatOfStudentsDistribution(
      String baseline, String candidate, double numerator, double denominator, int degrees) {
    for (double apart : List.of(0.5, 3.0, 10.0, -7.0)) {
      List<Double> moved = values(candidate).stream().map(value -> value + apart).toList();
      assertThat(Significance.of(values(baseline), moved).pValue())
          .isCloseTo(
              twoSided(apart / Math.sqrt(numerator / denominator), degrees), within(ROUNDING));
    }
  }

  @Test
  void moreThanNoiseHasAPValueBelowOnePercent() {
    // P(|T| > t) = 0.01 of two degrees of freedom is at t = 9.925.
    double critical = 9.925 * Math.sqrt(2);
    assertThat(
            Significance.of(List.of(1.0, 3.0), List.of(1.01 + critical, 3.01 + critical)).answer())
        .isEqualTo(Answer.MORE_THAN_NOISE);
    assertThat(
            Significance.of(List.of(1.0, 3.0), List.of(0.99 + critical, 2.99 + critical)).answer())
        .isEqualTo(Answer.WITHIN_NOISE);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 9, unknown: measured once",
    "1, 9 9.1, unknown: baseline measured once",
    "1 1.1, 9, unknown: candidate measured once",
    "1 1.1, '', unknown: no exact value on one side",
    // The mean of 0.1, three times, is not exactly 0.1: no rounding error passes for spread.
    "0.1 0.1 0.1, 0.1 0.1 0.1, no (p = 1",
    "0.1 0.1 0.1, 0.3 0.3 0.3, unknown: no spread on either side",
    "-Infinity 1, 2 2.1, unknown: 0 has no logarithm",
  })
  void aTestNeedsRepetitionsThatSpread(String baseline, String candidate, String answer) {
    assertThat(Significance.of(values(baseline), values(candidate)).text()).startsWith(answer);
  }

  @ParameterizedTest
  @CsvSource({
    // Welch's distribution is an approximation; three standard errors of a trial are 0.2 points.
    "5, 5, 0.05, 0.05, 1, 0.6",
    "5, 5, 0.02, 0.2, 1, 0.6",
    "3, 3, 0.1, 0.1, 1, 0.6",
    "3, 10, 0.1, 0.1, 2, 0.4",
  })
  void falseAlarmsAreAsManyAsTheLevelOfTheTest(
      int baselines,
      int candidates,
      double spread,
      double otherSpread,
      double timesLevel,
      double tolerance) {
    Random random = new Random(7);
    double alarms =
        share(
            () ->
                Significance.of(
                    logarithms(random, baselines, 0, spread),
                    logarithms(random, candidates, 0, otherSpread)));
    assertThat(100 * alarms).isCloseTo(timesLevel * Significance.LEVEL_PCT, within(tolerance));
  }

  @ParameterizedTest
  @CsvSource({"5, 0.1", "5, 0.2", "10, 0.1", "20, 0.05"})
  void differencesAreFoundAsOftenAsThePowerOfTheTest(int repetitions, double apart) {
    double spread = 0.07;
    Random random = new Random(7);
    double found =
        share(
            () ->
                Significance.of(
                    logarithms(random, repetitions, 0, spread),
                    logarithms(random, repetitions, apart, spread)));
    double power = power(apart / (spread * Math.sqrt(2.0 / repetitions)), 2 * repetitions - 2);
    // Welch's degrees of freedom are fewer than those of Student's test, whose power this is.
    assertThat(found).isBetween(power - 0.06, power + 0.01);
  }

  /**
   * The power of Student's two-sided test: {@code P(|Z + shift| > critical * sqrt(V / n))} with Z
   * normal and V chi-squared, by quantiles of V.
   */
  private static double power(double shift, int degreesOfFreedom) {
    double critical =
        TDistribution.of(degreesOfFreedom)
            .inverseSurvivalProbability(Significance.LEVEL_PCT / 200.0);
    ChiSquaredDistribution squares = ChiSquaredDistribution.of(degreesOfFreedom);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    int points = 1000;
    return IntStream.range(0, points)
        .mapToDouble(
            i -> {
              double v = squares.inverseCumulativeProbability((i + 0.5) / points);
              double bound = critical * Math.sqrt(v / degreesOfFreedom);
              return normal.survivalProbability(bound - shift)
                  + normal.cumulativeProbability(-bound - shift);
            })
        .average()
        .orElseThrow();
  }

  private static List<Double> values(String text) {
    return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Double::valueOf).toList();
  }

  private static double share(Supplier<Significance> trial) {
    return IntStream.range(0, TRIALS).filter(i -> trial.get().moreThanNoise()).count()
        / (double) TRIALS;
  }

  private static List<Double> logarithms(Random random, int count, double mean, double spread) {
    return DoubleStream.generate(() -> mean + spread * random.nextGaussian())
        .limit(count)
        .boxed()
        .toList();
  }
}
