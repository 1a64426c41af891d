package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class AllPairsTest {
  @Test
  void onePairNeedsNoCorrection() {
    assertThat(AllPairs.corrected(2, 0.03)).containsExactly(0.03);
  }

  /** Once one pair of three differs, at most one other pair is equal. */
  @Test
  void threeGroupsHaveThreeEqualPairsOrOne() {
    assertThat(AllPairs.corrected(3, 0.04, 0.01, 0.02)).containsExactly(0.04, 0.03, 0.03);
  }

  /** Four groups have 6, 3, 2, 1 or 0 equal pairs: 3 and 1, 2 and 2, or 2 and two single ones. */
  @Test
  void fourGroupsHaveSixEqualPairsThreeTwoOrOne() {
    assertThat(AllPairs.corrected(4, 0.001, 0.01, 0.012, 0.013, 0.03, 0.5))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0.006, 0.03, 0.036, 0.039, 0.06, 0.5);
  }

  @Test
  void aCorrectedValueIsAtMostOne() {
    assertThat(AllPairs.corrected(3, 0.9, 0.8, 0.7)).containsExactly(1, 1, 1);
  }

  @Test
  void everyPairHasAValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllPairs.corrected(3, 0.1, 0.2))
        .withMessage("2 pairs of 3 groups");
  }

  /** Pairs of five equal groups by their means, whose tests depend on each other. */
  @Test
  void equalGroupsAreCalledDifferentInFivePercentOfTrials() {
    Random random = new Random(1);
    int different = 0;
    for (int trial = 0; trial < 4_000; trial++) {
      double[] means = random.doubles(5).map(any -> random.nextGaussian()).toArray();
      double[] pValues =
          IntStream.range(0, 5)
              .boxed()
              .flatMap(
                  one -> IntStream.range(one + 1, 5).mapToObj(other -> means[one] - means[other]))
              .mapToDouble(AllPairsTest::pValue)
              .toArray();
      double[] corrected = AllPairs.corrected(5, pValues);
      different += IntStream.range(0, 10).anyMatch(pair -> corrected[pair] <= 0.05) ? 1 : 0;
    }
    assertThat(different / 4_000.0).isCloseTo(0.04, within(0.015));
  }

  private static double pValue(double difference) {
    return 2 * NormalDistribution.of(0, Math.sqrt(2)).survivalProbability(Math.abs(difference));
  }
}
