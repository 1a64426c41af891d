package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.stats.RisingCurve.Point;
import io.poolbench.stats.SampledError;
import io.poolbench.stats.SampledError.Contributions;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The share of calls over a bound at one level.
 *
 * @param bySample the calls of each sample's batches, by the sample's number; hits are over the
 *     bound
 */
record LevelShare(int level, Map<Integer, List<Count>> bySample) {
  /** Half a hit and half a miss more keep log-odds finite (J. B. S. Haldane 1956). */
  private static final double HALF = 0.5;

  /** A tail beyond which the number of calls does not say on which side of a bound a share is. */
  private static final double UNCLEAR = 0.4;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  LevelShare {
    SortedMap<Integer, List<Count>> sorted = new TreeMap<>(bySample);
    bySample = Collections.unmodifiableSortedMap(sorted);
  }

  Count total() {
    return bySample.values().stream().map(Count::sum).reduce(Count.NONE, Count::plus);
  }

  /**
   * The points of a curve: log-odds less those of the allowed share. The scatter between samples is
   * taken from all levels together, as few samples show it badly, but never for less than the level
   * itself has.
   *
   * @param levels rising, each with calls
   */
  static List<Point> points(List<LevelShare> levels, double allowed, Basis basis) {
    double squares = 0;
    int degrees = 0;
    int most = 0;
    for (LevelShare level : levels) {
      int own = level.degrees();
      squares += own * level.scatter();
      degrees += own;
      most = Math.max(most, own);
    }
    double pooled = degrees == 0 ? 0 : squares / degrees;
    int strongest = most;
    return levels.stream().map(level -> level.point(allowed, basis, pooled, strongest)).toList();
  }

  /** Degrees of freedom of the scatter; 0 if the hits, or the others, are fewer than samples. */
  private int degrees() {
    Count total = total();
    int count = bySample.size();
    return Math.min(total.hits(), total.calls() - total.hits()) < count ? 0 : count - 1;
  }

  /** The variance of one sample's log-odds. */
  private double scatter() {
    return contributions().squares() * bySample.size();
  }

  private Contributions contributions() {
    Count total = total();
    int last = bySample.keySet().stream().mapToInt(number -> number).max().orElse(-1);
    double[] without = new double[last + 1];
    bySample.forEach(
        (sample, batches) -> {
          Count own = Count.sum(batches);
          without[sample] = logOdds(total.hits() - own.hits(), total.calls() - own.calls());
        });
    return Jackknife.contributions(without, bySample.keySet());
  }

  private Point point(double allowed, Basis basis, double pooled, int strongest) {
    Count total = total();
    double target = Math.log(allowed / (1 - allowed));
    double value = logOdds(total.hits(), total.calls()) - target;
    double middle = meanLogOdds() - target;
    Contributions own = contributions();
    double between =
        degrees() + strongest == 0
            ? 0
            : (scatter() * degrees() + pooled * strongest)
                / (degrees() + strongest)
                / bySample.size();
    double scatter = Math.sqrt(Math.max(0, between - own.squares()));
    double effect =
        basis == Basis.BATCHES
            ? ShareInterval.of(Count.joined(List.copyOf(bySample.values()))).designEffect()
            : 1;
    double counted = counting(value, total.hits() / effect, total.calls() / effect, allowed);
    double counting = Math.sqrt(Math.max(0, counted * counted - own.squares() - scatter * scatter));
    return new Point(
        level,
        value,
        Math.min(value, middle),
        Math.max(value, middle),
        total.calls(),
        new SampledError(own, scatter, counting));
  }

  /**
   * The standard deviation of the log-odds by the number of calls. It is at least that by which a
   * normal distribution says as Clopper and Pearson's limits do how likely the share is on the
   * other side of the bound.
   */
  private static double counting(double value, double hits, double calls, double allowed) {
    double plain = Math.sqrt(1 / (hits + HALF) + 1 / (calls - hits + HALF));
    double tail =
        value < 0
            ? BetaDistribution.of(hits + 1, Math.max(HALF, calls - hits))
                .survivalProbability(allowed)
            : BetaDistribution.of(Math.max(HALF, hits), calls - hits + 1)
                .cumulativeProbability(allowed);
    return tail > UNCLEAR
        ? plain
        : Math.max(
            plain,
            Math.abs(value) / NORMAL.inverseSurvivalProbability(Math.max(tail, Double.MIN_NORMAL)));
  }

  private static double logOdds(double hits, double calls) {
    return Math.log((hits + HALF) / (calls - hits + HALF));
  }

  /**
   * The mean of the samples' log-odds, each with half a hit or miss more at the share of all calls,
   * so that few calls in a sample add no random variation of their own. Rare bad samples raise the
   * share of all calls above it: it is that of a typical sample.
   */
  private double meanLogOdds() {
    Count total = total();
    double share = total.hits() / total.calls();
    if (share == 0 || share == 1) {
      return logOdds(total.hits(), total.calls());
    }
    double prior = HALF / Math.min(share, 1 - share);
    return bySample.values().stream()
        .map(Count::sum)
        .mapToDouble(
            sample -> {
              double own = (sample.hits() + prior * share) / (sample.calls() + prior);
              return Math.log(own / (1 - own));
            })
        .average()
        .orElseThrow();
  }
}
