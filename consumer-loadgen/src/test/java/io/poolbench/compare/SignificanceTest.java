package io.poolbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences between simulated sides, and at the tabulated quantiles of Student's t. */
class SignificanceTest {
  private static final int TRIALS = 20_000;

  /**
   * The t beyond which 1 % lies on both sides together, for 1, 2 and 4 degrees of freedom
   * (Abramowitz and Stegun, table 26.10).
   */
  private static final Map<Integer, Double> CRITICAL = Map.of(1, 63.657, 2, 9.925, 4, 4.604);

  @ParameterizedTest
  @CsvSource({
    // Values, the squared standard error of the difference, degrees of freedom.
    "1 3, 1 3, 2, 2",
    "1 2 3, 1 2 3, 0.6666667, 4",
    // A side without spread adds no degree of freedom, as pooling of variances would.
    "2 2 2, 1 2 3, 0.3333333, 2",
    "2 2, 1 3, 1, 1",
  })
  void aDifferenceIsShownBeyondTheCriticalValueOfStudentsDistribution(
      String baseline, String candidate, double variance, int degrees) {
    double critical = CRITICAL.get(degrees) * Math.sqrt(variance);
    for (int sign : List.of(-1, 1)) {
      assertThat(moved(baseline, candidate, 1.001 * sign * critical).shown()).isTrue();
      assertThat(moved(baseline, candidate, 0.999 * sign * critical).shown()).isFalse();
    }
  }

  private static Significance moved(String baseline, String candidate, double apart) {
    return Significance.of(
        values(baseline), values(candidate).stream().map(value -> value + apart).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 9, NOT SHOWN: measured once",
    "1, 9 9.1, NOT SHOWN: baseline measured once",
    "1 1.1, 9, NOT SHOWN: candidate measured once",
    "1 1.1, '', NOT SHOWN: no exact value on one side",
    // The mean of 0.1, three times, is not exactly 0.1: no rounding error passes for spread.
    "0.1 0.1 0.1, 0.1 0.1 0.1, NOT SHOWN",
    "0.1 0.1 0.1, 0.3 0.3 0.3, NOT SHOWN: no spread on either side",
    "-Infinity 1, 2 2.1, NOT SHOWN: 0 has no logarithm",
  })
  void noiseNeedsRepetitionsThatSpread(String baseline, String candidate, String answer) {
    assertThat(Significance.of(values(baseline), values(candidate)).text()).isEqualTo(answer);
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

  private static List<Double> values(String text) {
    return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Double::valueOf).toList();
  }

  private static double share(Supplier<Significance> trial) {
    return IntStream.range(0, TRIALS).filter(i -> trial.get().shown()).count() / (double) TRIALS;
  }

  private static List<Double> logarithms(Random random, int count, double mean, double spread) {
    return DoubleStream.generate(() -> mean + spread * random.nextGaussian())
        .limit(count)
        .boxed()
        .toList();
  }
}
