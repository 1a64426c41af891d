package io.poolbench.sla;

import java.util.List;
import java.util.Random;

/**
 * Draws of a curve's logits from their sampling distribution: a bootstrap over clusters by random
 * multipliers.
 *
 * <p>A draw moves each level's logit by the influences of its clusters times standard normal
 * multipliers, which all levels share: a cluster that was slow was slow at all levels. Scaled by
 * {@code sqrt(n / (n - 1))} and by {@code sqrt((n - 1) / chi²)} with n - 1 degrees of freedom, the
 * draws of a mean over n clusters are its t distribution. Resampling clusters instead would make
 * intervals too narrow where there are few: by normal theory 1.96 sqrt((n - 1) / n) standard errors
 * on either side, which for five clusters cover 84 % in place of 95 %. (A. C. Cameron, J. B.
 * Gelbach, D. L. Miller, Bootstrap-based improvements for inference with clustered errors, Review
 * of Economics and Statistics 90, 2008, on multipliers; W. G. Cochran, Sampling Techniques, 1977,
 * on the linearized variance of a ratio.)
 *
 * <p>A level varies at least as its number of calls makes it ({@link
 * LevelShares#withinVariance()}): what clusters lack of that is drawn for each level by itself, all
 * of it where there is one cluster. A level that one of several clusters measured varies as the
 * other levels do on average.
 */
final class ClusterNoise {
  private final double[] logits;
  private final double[][] influences;
  private final double[] ownDeviation;
  private final int[] measured;

  ClusterNoise(List<LevelShares> levels) {
    int count = levels.size();
    logits = levels.stream().mapToDouble(LevelShares::logit).toArray();
    measured = levels.stream().mapToInt(LevelShares::measured).toArray();
    influences = new double[count][];
    ownDeviation = new double[count];
    double perCluster = perCluster(levels);
    for (int i = 0; i < count; i++) {
      LevelShares level = levels.get(i);
      influences[i] = level.influences();
      double between =
          measured[i] < 2 ? perCluster : variance(influences[i]) * correction(measured[i]);
      ownDeviation[i] =
          Math.sqrt(
              measured[i] < 2
                  ? Math.max(between, level.withinVariance())
                  : Math.max(0, level.withinVariance() - between));
    }
  }

  /** The mean variance of one cluster's logit over the levels with several; 0 without such. */
  private static double perCluster(List<LevelShares> levels) {
    return levels.stream()
        .filter(level -> level.measured() > 1)
        .mapToDouble(
            level -> variance(level.influences()) * correction(level.measured()) * level.measured())
        .average()
        .orElse(0);
  }

  private static double variance(double[] influences) {
    double sum = 0;
    for (double influence : influences) {
      sum += influence * influence;
    }
    return sum;
  }

  private static double correction(int clusters) {
    return clusters / (clusters - 1.0);
  }

  /**
   * A draw of the logits of all levels.
   *
   * @param shared of the clusters: the same draw for all cells that were measured together
   * @param own of this cell
   */
  double[] draw(Multipliers shared, Random own) {
    double[] drawn = logits.clone();
    for (int i = 0; i < drawn.length; i++) {
      if (measured[i] > 1) {
        drawn[i] += shared.sum(influences[i]) * shared.scale(measured[i]);
      }
      if (ownDeviation[i] > 0) {
        drawn[i] += ownDeviation[i] * own.nextGaussian();
      }
    }
    return drawn;
  }

  /** One draw of the multipliers of clusters. */
  static final class Multipliers {
    private final double[] normals;
    private final double[] squares;

    /** Draws those of so many clusters. */
    Multipliers(int clusters, Random random) {
      normals = new double[clusters];
      squares = new double[clusters];
      for (int i = 0; i < clusters; i++) {
        normals[i] = random.nextGaussian();
        double other = random.nextGaussian();
        squares[i] = other * other + (i == 0 ? 0 : squares[i - 1]);
      }
    }

    private double sum(double[] influences) {
      double sum = 0;
      for (int i = 0; i < influences.length; i++) {
        sum += normals[i] * influences[i];
      }
      return sum;
    }

    /** For a level that n clusters measured: from normal to t with n - 1 degrees of freedom. */
    private double scale(int n) {
      return Math.sqrt(correction(n) * (n - 1) / squares[n - 2]);
    }
  }
}
