package io.poolbench.judge;

import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.result.BlockSample;
import io.poolbench.stats.Line;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.stats.SignFlip;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * The difference of two cells of a paired study at some levels, with a sign-flip permutation test
 * over rounds: whether one of them has fewer calls over a bound than the other.
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
public record RoundDifference(
    int rounds,
    List<Integer> levels,
    double logOdds,
    double t,
    double pValue,
    double corrected,
    boolean dependsOnHost) {
  /** The p-value up to which the host's disturbance is shown to differ between the cells. */
  private static final double UNEVEN = 0.001;

  /** The one-sided p-value above which no difference is left at equal disturbance. */
  private static final double ADJUSTED = 0.05;

  public RoundDifference {
    levels = List.copyOf(levels);
  }

  /** The test of the pairs of these levels, by round; not corrected for other tests. */
  static RoundDifference of(Collection<Integer> levels, Collection<List<Pair>> rounds) {
    double[] differences = rounds.stream().mapToDouble(RoundDifference::difference).toArray();
    double weights = rounds.stream().flatMap(List::stream).mapToDouble(Pair::weight).sum();
    double sum = Arrays.stream(differences).sum();
    double variance = Variance.of(differences).getAsDouble();
    int count = differences.length;
    double p = SignFlip.pValue(differences);
    return new RoundDifference(
        count,
        List.copyOf(levels),
        weights == 0 ? 0 : sum / weights,
        variance > 0 ? sum / Math.sqrt(count * variance) : 0,
        p,
        p,
        dependsOnHost(List.copyOf(rounds), Math.signum(sum)));
  }

  /** Whether the difference is significant, whatever its cause. */
  public boolean significant() {
    return corrected <= CapacityEstimate.ERROR;
  }

  /** Whether the difference is significant and not explained by the host. */
  public boolean shown() {
    return significant() && !dependsOnHost;
  }

  RoundDifference corrected(double p) {
    return new RoundDifference(rounds, levels, logOdds, t, pValue, p, dependsOnHost);
  }

  /** Applies the Bonferroni correction for a number of tests. */
  RoundDifference times(int tests) {
    return corrected(Math.min(1, tests * pValue));
  }

  RoundDifference exchanged() {
    return new RoundDifference(rounds, levels, -logOdds, -t, pValue, corrected, dependsOnHost);
  }

  private static double difference(Collection<Pair> pairs) {
    return pairs.stream().mapToDouble(pair -> pair.weight() * pair.difference()).sum();
  }

  private static boolean dependsOnHost(List<List<Pair>> rounds, double sign) {
    List<Pair> known =
        rounds.stream()
            .flatMap(List::stream)
            .filter(Pair::isInformative)
            .filter(Pair::isTakenKnown)
            .toList();
    return !known.isEmpty() && (halvesDisagree(rounds, sign) || isUneven(known, sign));
  }

  /** Whether the calmer or the more disturbed half of the rounds does not have this sign. */
  private static boolean halvesDisagree(List<List<Pair>> rounds, double sign) {
    List<List<Pair>> calmFirst =
        rounds.stream().sorted(Comparator.comparingDouble(RoundDifference::taken)).toList();
    if (taken(calmFirst.get(0)) == taken(calmFirst.get(calmFirst.size() - 1))) {
      return false;
    }
    int half = calmFirst.size() / 2;
    return sign * sum(calmFirst.subList(0, half)) <= 0
        || sign * sum(calmFirst.subList(half, calmFirst.size())) <= 0;
  }

  private static double sum(List<List<Pair>> rounds) {
    return rounds.stream().mapToDouble(RoundDifference::difference).sum();
  }

  private static double taken(List<Pair> round) {
    return round.stream()
        .filter(Pair::isTakenKnown)
        .mapToDouble(pair -> pair.takenOne() + pair.takenOther())
        .average()
        .orElse(0);
  }

  /**
   * Whether others took more CPU time from the cell that comes out worse, which may be the reason:
   * a permutation test shows the imbalance, or no difference is left where it is 0 (the intercept
   * of the regression of differences on imbalances). If disturbances do not depend on the cell,
   * they are balanced on average, and the regression costs hardly any power.
   */
  private static boolean isUneven(List<Pair> blocks, double sign) {
    double[] imbalance = blocks.stream().mapToDouble(pair -> sign * pair.imbalance()).toArray();
    double[] weights = blocks.stream().mapToDouble(Pair::weight).toArray();
    double against = 0;
    for (int i = 0; i < imbalance.length; i++) {
      against += weights[i] * imbalance[i];
    }
    if (against <= 0) {
      return false;
    }
    double least = Math.max(UNEVEN, SignFlip.least(imbalance.length));
    if (SignFlip.pValue(imbalance) <= least || blocks.size() < 3) {
      return true;
    }
    double[] differences = blocks.stream().mapToDouble(pair -> sign * pair.difference()).toArray();
    return Line.through(imbalance, differences, weights).pValueAbove() > ADJUSTED;
  }

  /**
   * Both cells in one block.
   *
   * @param takenOne CPU time that others took from the one cell, in percent; null if unknown
   * @param floor the least share of a count: smaller shares are a matter of chance
   */
  record Pair(
      Cluster round, Count one, Count other, Double takenOne, Double takenOther, double floor) {
    /** The variance of a block's difference beyond its number of calls, in squared logits. */
    private static final double SCATTER = 1;

    /** This pair with at least this number of calls in each cell. */
    Pair ofAtLeast(double calls) {
      return new Pair(
          round, atLeast(calls, one), atLeast(calls, other), takenOne, takenOther, floor);
    }

    private static Count atLeast(double calls, Count count) {
      return new Count(count.window(), count.hits(), Math.max(calls, count.calls()));
    }

    /** Whether some of the calls were over the bound, and some were not. */
    boolean isInformative() {
      Count both = one.plus(other);
      return both.hits() > 0 && both.hits() < both.calls();
    }

    double weight() {
      return isInformative() ? 1 / (SCATTER + variance(one) + variance(other)) : 0;
    }

    private static double variance(Count count) {
      return 1 / (count.hits() + 0.5) + 1 / (count.calls() - count.hits() + 0.5);
    }

    /** Above 0 if the one cell has the smaller share (J. B. S. Haldane 1956, with a floor). */
    double difference() {
      return logOddsOfOther() - logOddsOfOne();
    }

    double logOddsOfOne() {
      return logOdds(one);
    }

    double logOddsOfOther() {
      return logOdds(other);
    }

    private double logOdds(Count count) {
      double least = 0.5 + floor * count.calls();
      return Math.log((count.hits() + least) / (count.calls() - count.hits() + least));
    }

    boolean isCalm() {
      return BlockSample.isCalm(takenOne) && BlockSample.isCalm(takenOther);
    }

    boolean isTakenKnown() {
      return takenOne != null && takenOther != null;
    }

    /** How much more was taken from the other cell, as a difference of logarithms. */
    double imbalance() {
      return Math.log1p(takenOther) - Math.log1p(takenOne);
    }
  }
}
