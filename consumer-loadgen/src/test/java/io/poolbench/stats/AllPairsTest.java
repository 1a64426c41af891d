package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllPairsTest {
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
