package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Differences between simulated sides, and at the tabulated quantiles of Student's t. */
class SampleMeanTest {
  private static final int TRIALS = 20_000;
  private static final double LEVEL = 0.01;

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
      assertThat(pValue(baseline, candidate, 1.001 * sign * critical)).isLessThan(LEVEL);
      assertThat(pValue(baseline, candidate, 0.999 * sign * critical)).isGreaterThan(LEVEL);
    }
  }

  private static double pValue(String baseline, String candidate, double apart) {
    return pValue(
        values(baseline), values(candidate).stream().map(value -> value + apart).toList());
  }

  private static double pValue(List<Double> baseline, List<Double> candidate) {
    SampleMean before = SampleMean.of(baseline).orElseThrow();
    return SampleMean.of(candidate).orElseThrow().minus(before).pValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "-Infinity 1"})
  void aMeanNeedsTwoFiniteSamples(String samples) {
    assertThat(SampleMean.of(values(samples))).isEmpty();
  }

  /** The mean of 0.1, three times, is not exactly 0.1: no rounding error passes for spread. */
  @ParameterizedTest
  @ValueSource(strings = {"0.1 0.1 0.1", "0.3 0.3 0.3"})
  void samplesWithoutSpreadShowNothing(String others) {
    assertThat(pValue(values("0.1 0.1 0.1"), values(others))).isEqualTo(1);
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
    long alarms =
        IntStream.range(0, TRIALS)
            .filter(
                i ->
                    pValue(
                            normal(random, baselines, spread),
                            normal(random, candidates, otherSpread))
                        <= LEVEL)
            .count();
    assertThat(100.0 * alarms / TRIALS).isCloseTo(timesLevel, within(tolerance));
  }

  private static List<Double> values(String text) {
    return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Double::valueOf).toList();
  }

  private static List<Double> normal(Random random, int count, double spread) {
    return DoubleStream.generate(() -> spread * random.nextGaussian())
        .limit(count)
        .boxed()
        .toList();
  }
}
