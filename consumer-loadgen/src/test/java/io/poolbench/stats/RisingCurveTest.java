package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.stats.RisingCurve.Crossing;
import io.poolbench.stats.RisingCurve.Point;
import io.poolbench.stats.SampledError.Contributions;
import io.poolbench.stats.SampledError.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RisingCurveTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static RisingCurve curve(double... values) {
    List<Point> points = new ArrayList<>();
    for (double value : values) {
      points.add(new Point(8 * (points.size() + 1), value, 1, SampledError.NONE));
    }
    return new RisingCurve(points, 3);
  }

  private static Crossing exactly(RisingCurve curve) {
    return curve.draw(Draw.of(new SplittableRandom(1), 1, 1), 0);
  }

  /** Values at 8, 16, 24 and 32. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a straight line,               -3 -1 1 3,     20, 20, 20",
    "before a bend,                 -1 -0.5 2.5 3, 17.333, 16, 24",
    "a step between flat parts,     -3 -3 3 3,     20, 16, 24",
    "a step beyond the limit,       -9 -9 9 9,     20, 16, 24",
    "a rise that begins in the gap, -1 -1 2 4,     18.667, 16, 24",
    "in the first gap,              -1 1 2 3,      12, 8, 16",
    "in the last gap,               -3 -2 -1 1,    28, 24, 32",
    "at a point,                    -2 0 2 4,      16, 16, 16",
    "out of order,                  -2 1.5 -1 2,   15.111, 8, 16"
  })
  void theCrossingIsOnTheChordAndWithinTheExtensionsOfItsNeighbours(
      String rule, String values, double chord, double from, double to) {
    RisingCurve curve =
        curve(Arrays.stream(values.split(" ")).mapToDouble(Double::valueOf).toArray());

    assertThat(curve.crossing()).isCloseTo(chord, within(1e-3));
    Crossing crossing = exactly(curve);
    assertThat(crossing.chord()).isCloseTo(chord, within(1e-3));
    assertThat(crossing.from()).isCloseTo(from, within(1e-3));
    assertThat(crossing.to()).isCloseTo(to, within(1e-3));
  }

  @Test
  void aCurveThatDoesNotCrossIsBeyondItsAbscissae() {
    assertThat(curve(-3, -2).crossing()).isEqualTo(INFINITE);
    assertThat(exactly(curve(-3, -2)))
        .isEqualTo(new Crossing(16, INFINITE, INFINITE, 16, INFINITE));
    assertThat(curve(1, 2).crossing()).isEqualTo(-INFINITE);
    assertThat(exactly(curve(1, 2))).isEqualTo(new Crossing(-INFINITE, 8, -INFINITE, -INFINITE, 8));
  }

  @Test
  void theFirstOfTwoCrossingsCountsInEachPart() {
    Crossing step = exactly(curve(-3, -3, 3, 3));
    Crossing early = exactly(curve(-1, 1, 2, 3));
    assertThat(step.first(early)).isEqualTo(new Crossing(8, 16, 12, 8, 16));
  }

  /** The error of a value is normal by its contributions: it is above 0 as often as that says. */
  @Test
  void drawsVaryAsTheErrorsSay() {
    SampledError error = new SampledError(new Contributions(0.3, 0.4), 0, 1.2);
    Point point = new Point(8, -1.3, 1, error);
    assertThat(error.variance()).isCloseTo(0.25 + 1.44, within(1e-12));
    RisingCurve curve = new RisingCurve(List.of(point), 3);
    SplittableRandom random = new SplittableRandom(1);

    // Samples of 1,000 have a scale near 1: above 0 is one standard deviation, 15.9 %.
    long above =
        IntStream.range(0, 20_000)
            .filter(any -> curve.draw(Draw.of(random, 1_000, 1), 0).firstBeyond() == 8)
            .count();
    assertThat(above / 20_000.0).isBetween(0.149, 0.169);
  }

  /** Student's t of one degree of freedom is above 1 with a probability of 1/4. */
  @Test
  void theVarianceOfFewSamplesIsItselfUncertain() {
    SampledError error = new SampledError(new Contributions(Math.sqrt(0.5), Math.sqrt(0.5)), 0, 0);
    RisingCurve curve = new RisingCurve(List.of(new Point(8, -1, 1, error)), 3);
    SplittableRandom random = new SplittableRandom(1);
    long above =
        IntStream.range(0, 20_000)
            .filter(any -> curve.draw(Draw.of(random, 2, 1), 0).firstBeyond() == 8)
            .count();
    assertThat(above / 20_000.0).isBetween(0.24, 0.26);
    assertThat(SampledError.degrees(10, 1)).isEqualTo(9);
    assertThat(SampledError.degrees(10, 3)).isEqualTo(5);
    assertThat(SampledError.degrees(2, 3)).isEqualTo(1);
  }

  @Test
  void errorsOfSharedSamplesCancelInADifference() {
    SampledError one = new SampledError(new Contributions(0.3, -0.4), 0, 0.1);
    SampledError other = new SampledError(new Contributions(0.3, -0.4, 0.2), 0, 0.1);
    assertThat(other.plus(-1, one).variance()).isCloseTo(0.04 + 0.02, within(1e-12));
  }
}
