package io.poolbench.judge;

import java.util.List;

/**
 * A sign-flip permutation test over rounds: whether one of two cells of a paired study has fewer
 * calls over a bound than the other at some levels.
 *
 * @param rounds the number of rounds that measured both cells at one of the levels
 * @param logOdds mean difference of the log-odds of a call over the bound, second cell minus first;
 *     above 0 if the first cell has fewer such calls
 * @param t mean of the rounds' differences divided by its standard error; 0 without one. For equal
 *     cells and independent rounds its square is 1 on average
 * @param pValue two-sided, not corrected for other tests
 * @param corrected p-value corrected for the other tests of the result
 * @param dependsOnHost whether the calmer and the more disturbed half of the rounds disagree, or
 *     the host disturbed one cell more than the other
 */
public record RoundsTest(
    int rounds,
    List<Integer> levels,
    double logOdds,
    double t,
    double pValue,
    double corrected,
    boolean dependsOnHost) {
  public RoundsTest {
    levels = List.copyOf(levels);
  }

  /** Whether the difference is significant, whatever its cause. */
  public boolean significant() {
    return corrected <= CapacityEstimate.ERROR;
  }

  /** Whether the difference is significant and not explained by the host. */
  public boolean shown() {
    return significant() && !dependsOnHost;
  }

  RoundsTest corrected(double p) {
    return new RoundsTest(rounds, levels, logOdds, t, pValue, p, dependsOnHost);
  }

  /** Applies the Bonferroni correction for a number of tests. */
  RoundsTest times(int tests) {
    return corrected(Math.min(1, tests * pValue));
  }

  RoundsTest exchanged() {
    return new RoundsTest(rounds, levels, -logOdds, -t, pValue, corrected, dependsOnHost);
  }
}
