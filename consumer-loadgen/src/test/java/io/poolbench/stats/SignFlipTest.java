package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
}
