package io.poolbench.judge;

import io.poolbench.stats.Range;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The share of calls over a bound at one level, cluster by cluster.
 *
 * @param level users, or requests per second
 * @param batches calls of each cluster's batches in the order they ran; hits are calls over the
 *     bound. They show how far calls within a window depend on each other
 */
record LevelShares(int level, Map<Cluster, List<Count>> batches) {
  /** An independent sample: a round of a paired run, or with round 0 a whole repetition. */
  record Cluster(int repetition, int round) {
    static final Comparator<Cluster> ORDER =
        Comparator.comparingInt(Cluster::repetition).thenComparingInt(Cluster::round);
  }

  /**
   * The variation of the share's logit between clusters.
   *
   * @param variance variance of one cluster's logit beyond the variance from its number of calls
   * @param degrees degrees of freedom; 0 if the variance is unknown
   */
  record Scatter(double variance, int degrees) {
    static final Scatter UNKNOWN = new Scatter(0, 0);
  }

  LevelShares {
    SortedMap<Cluster, List<Count>> sorted = new TreeMap<>(Cluster.ORDER);
    sorted.putAll(batches);
    batches = Collections.unmodifiableSortedMap(sorted);
    if (level < 1) {
      throw new IllegalArgumentException("level " + level);
    }
  }

  LevelShares of(Predicate<Cluster> some) {
    Map<Cluster, List<Count>> left = new HashMap<>(batches);
    left.keySet().removeIf(some.negate());
    return new LevelShares(level, left);
  }

  Map<Cluster, Count> clusters() {
    Map<Cluster, Count> sums = new LinkedHashMap<>();
    batches.forEach((cluster, counts) -> sums.put(cluster, Count.sum(counts)));
    return sums;
  }

  /** The design effect of the batches ({@link ShareInterval}); 1 or more. */
  double designEffect() {
    return ShareInterval.of(Count.joined(List.copyOf(batches.values()))).designEffect();
  }

  Count total() {
    return batches.values().stream().map(Count::sum).reduce(Count.NONE, Count::plus);
  }

  /** The logit of the share; infinite if the share is 0 or 1. */
  double logit() {
    return logit(share());
  }

  private double share() {
    Count total = total();
    return total.hits() / total.calls();
  }

  /**
   * The variation between clusters; unknown with fewer than two clusters, or with fewer hits or
   * misses than clusters. Each cluster's logit is computed with half a hit or miss added at the
   * share of all calls, so that few calls in a cluster do not add their own random variation.
   */
  Scatter scatter() {
    Count total = total();
    int count = batches.size();
    if (count < 2 || Math.min(total.hits(), total.calls() - total.hits()) < count) {
      return Scatter.UNKNOWN;
    }
    double[] logits = clusters().values().stream().mapToDouble(this::logit).toArray();
    return new Scatter(Variance.of(logits).getAsDouble(), count - 1);
  }

  private double logit(Count cluster) {
    double share = share();
    double prior = 0.5 / Math.min(share, 1 - share);
    return logit((cluster.hits() + prior * share) / (cluster.calls() + prior));
  }

  private double meanLogit() {
    return clusters().values().stream().mapToDouble(this::logit).average().orElseThrow();
  }

  /**
   * The limits of the share as logits; infinite if all calls are on one side.
   *
   * <p>Two errors are combined in squares: that from the number of calls (Clopper and Pearson
   * 1934), and that from the number of clusters, by Student's t. The upper limit also covers the
   * mean over many clusters, which rare bad clusters raise above the typical share (Cox's limits of
   * the mean of a lognormal distribution; C. E. Land, Technometrics 14, 1972). The limits are never
   * narrower than the limits by the design effect.
   *
   * @param scatter variation between clusters at this level
   * @param error the probability that the share is outside, half of it on either side
   */
  Range limits(Scatter scatter, double error) {
    Count total = total();
    Range calls = clopperPearson(total.hits(), total.calls(), error);
    double share = share();
    double effective = total.calls() / designEffect();
    Range dependent = clopperPearson(share * effective, effective, error);
    if (scatter.degrees() == 0) {
      return dependent;
    }
    int count = batches.size();
    double t = TDistribution.of(scatter.degrees()).inverseSurvivalProbability(error / 2);
    double between = scatter.variance() / count;
    boolean none = total.hits() == 0;
    boolean all = total.hits() == total.calls();
    Range middle = none || all ? clopperPearson(total.hits(), total.calls(), 1) : null;
    double upperCentre =
        none ? middle.upper() : all ? calls.upper() : Math.max(meanLogit(), logit());
    double lowerCentre =
        all ? middle.lower() : none ? calls.lower() : Math.min(meanLogit(), logit());
    double high =
        all ? calls.upper() : upperCentre + hypot(calls.upper() - upperCentre, t, between);
    double low =
        none ? calls.lower() : lowerCentre - hypot(lowerCentre - calls.lower(), t, between);
    return new Range(Math.min(low, dependent.lower()), Math.max(high, dependent.upper()));
  }

  private static double hypot(double width, double t, double variance) {
    return Math.sqrt(Math.max(0, width) * Math.max(0, width) + t * t * variance);
  }

  private static Range clopperPearson(double hits, double calls, double error) {
    Range limits = ShareInterval.clopperPearson(hits, calls, error);
    return new Range(logit(limits.lower()), logit(limits.upper()));
  }

  static double logit(double share) {
    return Math.log(share / (1 - share));
  }
}
