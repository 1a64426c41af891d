package io.poolbench.sla;

import java.util.List;

/**
 * Whether one of two cells of a paired study has fewer calls over a bound than the other, at some
 * levels: a sign-flip permutation test over rounds.
 *
 * @param rounds in which both were measured at one of the levels
 * @param levels rising
 * @param logOdds the mean difference of the log-odds of a call over the bound, the other cell minus
 *     the one: above 0 where the one has fewer
 * @param t the mean of the rounds' differences over its standard error; 0 where it has none. Its
 *     square is 1 on average over pairs of equal cells, if rounds are independent
 * @param pValue two-sided, of these levels alone
 * @param corrected the p-value corrected for the other tests of the result
 * @param dependsOnHost whether the calmer and the more disturbed half of the rounds disagree, or
 *     what disturbed the host was not the same for both cells
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

  /** Whether the difference is more than chance, whatever it is caused by. */
  public boolean significant() {
    return corrected <= CapacityEstimate.ERROR;
  }

  /** Whether the difference is shown to be one of the cells. */
  public boolean shown() {
    return significant() && !dependsOnHost;
  }

  RoundsTest corrected(double p) {
    return new RoundsTest(rounds, levels, logOdds, t, pValue, p, dependsOnHost);
  }

  /** With the correction of so many tests (Bonferroni). */
  RoundsTest times(int tests) {
    return corrected(Math.min(1, tests * pValue));
  }

  /** The same with both cells exchanged. */
  RoundsTest exchanged() {
    return new RoundsTest(rounds, levels, -logOdds, -t, pValue, corrected, dependsOnHost);
  }
}
