package io.poolbench.sla;

import java.util.List;
import java.util.Random;

/**
 * The capacity of a cell by all bounds that limit a share of calls: the lowest of their crossings,
 * estimated and drawn.
 *
 * <p>The n-th draws of cells that share a seed of clusters have the same multipliers: noise that
 * hits all cells of a round cancels in their difference.
 */
final class CapacityDraws {
  /** A Bonferroni correction for 45 pairs, of ten cells, leaves five draws on either side. */
  static final int COUNT = 10_000;

  private final double estimate;
  private final double[] draws;
  private final int lowestLevel;
  private final int highestLevel;

  /**
   * Draws capacities.
   *
   * @param curves of the bounds, at least one
   * @param cap the capacity is at most this; infinite = no cap
   * @param count of draws
   * @param clusterSeed the same for cells that were measured together
   * @param ownSeed another one for each cell
   */
  CapacityDraws(List<ShareCurve> curves, double cap, int count, long clusterSeed, long ownSeed) {
    this.estimate =
        Math.min(cap, curves.stream().mapToDouble(ShareCurve::crossing).min().orElseThrow());
    this.lowestLevel = curves.stream().mapToInt(CapacityDraws::lowest).max().orElseThrow();
    this.highestLevel = curves.stream().mapToInt(CapacityDraws::highest).min().orElseThrow();
    int clusters = curves.get(0).levels().get(0).clusters().size();
    List<ClusterNoise> noise =
        curves.stream().map(curve -> new ClusterNoise(curve.levels())).toList();
    Random shared = new Random(clusterSeed);
    Random own = new Random(ownSeed);
    this.draws = new double[count];
    for (int i = 0; i < count; i++) {
      ClusterNoise.Multipliers multipliers = new ClusterNoise.Multipliers(clusters, shared);
      double lowest = cap;
      for (int bound = 0; bound < curves.size(); bound++) {
        double[] logits = noise.get(bound).draw(multipliers, own);
        lowest = Math.min(lowest, curves.get(bound).crossing(logits));
      }
      draws[i] = lowest;
    }
  }

  private static int lowest(ShareCurve curve) {
    return curve.levels().get(0).level();
  }

  private static int highest(ShareCurve curve) {
    return curve.levels().get(curve.levels().size() - 1).level();
  }

  /** The crossing by the shares as they were measured. */
  double estimate() {
    return estimate;
  }

  /** The level below which a load is open. */
  int lowestLevel() {
    return lowestLevel;
  }

  /** The level beyond which a load is open. */
  int highestLevel() {
    return highestLevel;
  }

  /**
   * The two-sided interval, widened to the estimate if need be.
   *
   * @param error the probability outside, such as 0.05
   */
  LoadInterval interval(double error) {
    return LoadInterval.around(estimate, draws, error);
  }

  /**
   * The two-sided interval of this capacity minus another. An open end counts as any load beyond
   * it, so that two capacities beyond the highest level differ by anything.
   *
   * @param other of as many draws
   * @param error the probability outside, such as 0.05
   */
  LoadInterval minus(CapacityDraws other, double error) {
    double[] least = new double[draws.length];
    double[] most = new double[draws.length];
    for (int i = 0; i < draws.length; i++) {
      least[i] = least(draws[i]) - other.most(other.draws[i]);
      most[i] = most(draws[i]) - other.least(other.draws[i]);
    }
    return LoadInterval.of(least, most, error);
  }

  private double least(double load) {
    if (Double.isInfinite(load)) {
      return load > 0 ? highestLevel : 0;
    }
    return load;
  }

  private double most(double load) {
    return load == Double.NEGATIVE_INFINITY ? lowestLevel : load;
  }
}
