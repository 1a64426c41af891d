package io.poolbench.sla;

import io.poolbench.result.Batches.Count;
import java.util.List;

/**
 * The share of calls over a bound at one level, cluster by cluster. A cluster is what varies
 * independently of the others: a round of a paired run, or a repetition.
 *
 * @param level users, or requests per second
 * @param clusters by number, the same in all levels and cells that were measured together, with the
 *     calls over the bound as hits; {@link Count#NONE} where a cluster did not measure the level
 * @param designEffect by how much the calls' dependence widens the variance of the share against
 *     that of independent calls; 1 or more
 */
record LevelShares(int level, List<Count> clusters, double designEffect) {
  LevelShares {
    clusters = List.copyOf(clusters);
    if (level < 1 || !(designEffect >= 1)) {
      throw new IllegalArgumentException("level " + level + ", design effect " + designEffect);
    }
  }

  /** All of its calls. */
  Count total() {
    return Count.sum(clusters);
  }

  /** The number of clusters that measured the level. */
  int measured() {
    return (int) clusters.stream().filter(cluster -> cluster.calls() > 0).count();
  }

  /** The share with half a call added on either side, so that its logit is finite. */
  double share() {
    Count total = total();
    return (total.hits() + 0.5) / (total.calls() + 1.0);
  }

  /**
   * The empirical logit, {@code ln((hits + 1/2) / (calls - hits + 1/2))}: the correction of Haldane
   * (1956) and Anscombe (1956), which removes its bias to the order of 1/calls.
   */
  double logit() {
    return logit(share());
  }

  /** The variance of {@link #logit()} by the number of calls, not by the spread of clusters. */
  double withinVariance() {
    Count total = total();
    return designEffect * (1 / (total.hits() + 0.5) + 1 / (total.calls() - total.hits() + 0.5));
  }

  /**
   * The influence of each cluster on {@link #logit()}, by linearization of the ratio of its sums:
   * {@code (hits - share calls) / (all calls share (1 - share))}; 0 where it did not measure.
   */
  double[] influences() {
    Count total = total();
    double raw = total.calls() == 0 ? 0 : (double) total.hits() / total.calls();
    double scale = total.calls() * share() * (1 - share());
    return clusters.stream().mapToDouble(of -> (of.hits() - raw * of.calls()) / scale).toArray();
  }

  static double logit(double share) {
    return Math.log(share / (1 - share));
  }
}
