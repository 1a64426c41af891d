package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Statistics against those of SciPy and statsmodels ({@code .ci/theory statistics}). */
class IndependentStatisticsTest {
  @ParameterizedTest
  @CsvFileSource(resources = "/theory/statistics.csv", useHeadersInDisplayName = true)
  void ruleEqualsTheOtherImplementation(String test, String one, String other, String expected) {
    double[] found =
        switch (test) {
          case "clopper-pearson" -> {
            double[] counts = values(one);
            Range range =
                ShareInterval.clopperPearson(counts[0], counts[1], Double.parseDouble(other));
            yield new double[] {range.lower(), range.upper()};
          }
          case "satterthwaite" -> {
            SampleMean before = SampleMean.of(list(one)).orElseThrow();
            SampleMean after = SampleMean.of(list(other)).orElseThrow();
            Range interval = after.minus(before).interval(0.05);
            yield new double[] {interval.lower(), interval.upper()};
          }
          case "isotonic" -> IsotonicRegression.fit(values(one), values(other));
          case "line" -> {
            String[] points = one.split(";", -1);
            Line line = Line.through(values(points[0]), values(points[1]), values(other));
            yield new double[] {line.intercept(), line.error(), line.pValueAbove()};
          }
          default -> throw new IllegalArgumentException(test);
        };
    double[] others = values(expected);
    assertThat(found).hasSameSizeAs(others);
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).isCloseTo(others[i], within(1e-9 * Math.max(1e-3, Math.abs(others[i]))));
    }
  }

  private static List<Double> list(String text) {
    return Arrays.stream(values(text)).boxed().toList();
  }

  private static double[] values(String text) {
    return Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }
}
