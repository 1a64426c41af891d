package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** P-values of the sign-flip test, and their correction for all pairs. */
class SignFlipTest {
  @Test
  void ruleDifferencesOfOneSignHaveTheSmallestPValue() {
    assertThat(SignFlip.pValue(1, 2, 3, 1, 2, 3, 4)).isEqualTo(2.0 / 128);
    assertThat(SignFlip.least(7)).isEqualTo(2.0 / 128);
    assertThat(SignFlip.pValue(-1, -1)).isEqualTo(0.5);
  }

  @Test
  void ruleAllAssignmentsAreCounted() {
    // |sum| of 1, 2, -4 is 1: reached by all assignments.
    assertThat(SignFlip.pValue(1, 2, -4)).isEqualTo(1);
    // 3 of 1, 2, 4 with signs + + -, and the larger ones 5 and 7, each with its negative.
    assertThat(SignFlip.pValue(-1, 2, 4)).isEqualTo(4.0 / 8);
    assertThat(SignFlip.pValue()).isEqualTo(1);
    assertThat(SignFlip.pValue(0, 0, 0)).isEqualTo(1);
  }

  @Test
  void ruleManyDifferencesAreDrawnWithTheSameAnswer() {
    Random random = new Random(7);
    double[] differences = random.doubles(16, -0.5, 1).toArray();
    double exact = SignFlip.pValue(differences);
    double[] more = Arrays.copyOf(differences, 18);
    assertThat(SignFlip.pValue(more)).isCloseTo(exact, within(0.01)).isPositive();
  }

  @Test
  void ruleOnceAPairOfThreeDiffersTheOthersAreNotCorrected() {
    assertThat(AllPairs.corrected(3, 0.04, 0.01, 0.02)).containsExactly(0.04, 0.03, 0.03);
  }

  @Test
  void ruleOnePairIsNotCorrected() {
    assertThat(AllPairs.corrected(2, 0.04)).containsExactly(0.04);
    assertThat(AllPairs.corrected(1)).isEmpty();
  }

  /** Of six pairs all, three, two, one or none can be equal (Shaffer 1986). */
  @Test
  void ruleFourGroupsHaveTheNumbersOfShaffersTable() {
    assertThat(AllPairs.corrected(4, 0.001, 0.002, 0.004, 0.004, 0.005, 0.006))
        .containsExactly(0.006, 0.006, 0.012, 0.012, 0.012, 0.012);
  }
}
