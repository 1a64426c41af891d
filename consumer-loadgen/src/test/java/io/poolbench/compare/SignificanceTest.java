package io.poolbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.compare.Significance.Answer;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
  @CsvSource({"0.5", "3", "10", "-7"})
  void twoAndTwoFiguresOfEqualSpreadHaveTwoDegreesOfFreedom(double apart) {
    // Variances 2 and 2: a standard error of sqrt(2/2 + 2/2).
    Significance significance =
        Significance.of(List.of(1.0, 3.0), List.of(1.0 + apart, 3.0 + apart));
    assertThat(significance.pValue())
        .isCloseTo(twoSided(apart / Math.sqrt(2), 2), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"0.5", "3", "10", "-7"})
  void threeAndThreeFiguresOfEqualSpreadHaveFour(double apart) {
    Significance significance =
        Significance.of(List.of(1.0, 2.0, 3.0), List.of(1 + apart, 2 + apart, 3 + apart));
    assertThat(significance.pValue())
        .isCloseTo(twoSided(apart / Math.sqrt(2.0 / 3), 4), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"0.5", "3", "10", "-7"})
  void aSideWithoutSpreadAddsNoDegreeOfFreedomAsPoolingWould(double apart) {
    Significance ofThree =
        Significance.of(List.of(2.0, 2.0, 2.0), List.of(1 + apart, 2 + apart, 3 + apart));
    assertThat(ofThree.pValue())
        .isCloseTo(twoSided(apart / Math.sqrt(1.0 / 3), 2), within(ROUNDING));
    Significance ofTwo = Significance.of(List.of(2.0, 2.0), List.of(1 + apart, 3 + apart));
    assertThat(ofTwo.pValue()).isCloseTo(twoSided(apart, 1), within(ROUNDING));
  }

  @Test
  void moreThanNoiseIsWhatHappensByChanceInLessThanOneOfAHundred() {
    // P(|T| > t) = 0.01 of two degrees of freedom is at t = 9.925.
    double critical = 9.925 * Math.sqrt(2);
    assertThat(
            Significance.of(List.of(1.0, 3.0), List.of(1.01 + critical, 3.01 + critical)).answer())
        .isEqualTo(Answer.MORE_THAN_NOISE);
    assertThat(
            Significance.of(List.of(1.0, 3.0), List.of(0.99 + critical, 2.99 + critical)).answer())
        .isEqualTo(Answer.WITHIN_NOISE);
  }

  @Test
  void oneRepetitionTellsNothingOfNoise() {
    assertThat(Significance.of(List.of(1.0), List.of(9.0)).text())
        .isEqualTo("cannot know: measured once");
    assertThat(Significance.of(List.of(1.0), List.of(9.0, 9.1)).text())
        .isEqualTo("cannot know: baseline measured once");
    assertThat(Significance.of(List.of(1.0, 1.1), List.of(9.0)).text())
        .isEqualTo("cannot know: other side measured once");
    assertThat(Significance.of(List.of(1.0, 1.1), List.of()).text())
        .isEqualTo("cannot know: not known of both");
  }

  @Test
  void figuresThatNeverDifferAreAlikeOrTellNothing() {
    // Their mean is not exactly 0.1: rounding must not pass for a tiny spread.
    List<Double> constant = List.of(0.1, 0.1, 0.1);
    assertThat(Significance.of(constant, constant).answer()).isEqualTo(Answer.WITHIN_NOISE);
    assertThat(Significance.of(constant, List.of(0.3, 0.3, 0.3)).text())
        .isEqualTo("cannot know: neither side spreads");
  }

  @Test
  void aFigureWithoutALogarithmTellsNothing() {
    double none = Math.log(0);
    assertThat(Significance.of(List.of(none, 1.0), List.of(2.0, 2.1)).answer())
        .isEqualTo(Answer.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"5, 5, 0.05, 0.05", "5, 5, 0.02, 0.2", "3, 3, 0.1, 0.1"})
  void ofProvidersThatAreAlikeAboutOneInAHundredComesOutAsMoreThanNoise(
      int baselines, int candidates, double spread, double otherSpread) {
    Random random = new Random(7);
    double alarms =
        share(
            () ->
                Significance.of(
                    logarithms(random, baselines, 0, spread),
                    logarithms(random, candidates, 0, otherSpread)));
    // Welch's distribution is an approximation; three standard errors of a trial are 0.2 points.
    assertThat(100 * alarms).isCloseTo(Significance.LEVEL_PCT, within(0.6));
  }

  @Test
  void ofThreeRepetitionsAgainstTenAboutTwoInAHundredDo() {
    Random random = new Random(7);
    double alarms =
        share(() -> Significance.of(logarithms(random, 3, 0, 0.1), logarithms(random, 10, 0, 0.1)));
    assertThat(100 * alarms).isCloseTo(2 * Significance.LEVEL_PCT, within(0.4));
  }

  @ParameterizedTest
  @CsvSource({"5, 0.1", "5, 0.2", "10, 0.1", "20, 0.05"})
  void aDifferenceIsFoundAsOftenAsTheoryOfTheTestSays(int repetitions, double apart) {
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
