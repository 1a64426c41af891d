package io.poolbench.stats;

import java.util.Random;

/**
 * The sign-flip permutation test: whether the mean of paired differences is 0.
 *
 * <p>If both members of each pair are exchangeable, every assignment of signs to the differences is
 * equally likely. The p-value is the share of assignments whose sum is at least as far from 0 as
 * the observed one. No distribution of the differences is assumed, and their variances may differ.
 * (R. A. Fisher, The Design of Experiments, 1935, section 21.)
 */
public final class SignFlip {
  /** Maximum number of differences for which all assignments are enumerated. */
  private static final int MAX_EXACT = 16;

  private static final int DRAWS = 20_000;
  private static final long SEED = 0x5369676e466c6970L;

  /** Relative difference of sums that counts as a rounding error. */
  private static final double TOLERANCE = 1e-9;

  private SignFlip() {}

  /** The two-sided p-value; 1 without differences. */
  public static double pValue(double... differences) {
    double sum = 0;
    double scale = 0;
    for (double difference : differences) {
      sum += difference;
      scale += Math.abs(difference);
    }
    double least = Math.abs(sum) - TOLERANCE * scale;
    return differences.length <= MAX_EXACT
        ? exact(differences, sum, least)
        : drawn(differences, least);
  }

  /** The smallest p-value that this number of differences can have. */
  public static double least(int differences) {
    return Math.min(1, Math.max(Math.scalb(1.0, 1 - differences), 1.0 / (DRAWS + 1)));
  }

  /** Enumerates assignments in Gray code order: consecutive assignments differ in one sign. */
  private static double exact(double[] differences, double observed, double least) {
    double sum = observed;
    boolean[] negative = new boolean[differences.length];
    long count = 1L << differences.length;
    long extreme = 0;
    for (long assignment = 1; assignment <= count; assignment++) {
      extreme += Math.abs(sum) >= least ? 1 : 0;
      int flipped = Long.numberOfTrailingZeros(assignment);
      if (flipped < differences.length) {
        sum += (negative[flipped] ? 2 : -2) * differences[flipped];
        negative[flipped] = !negative[flipped];
      }
    }
    return (double) extreme / count;
  }

  /** Counts the observed assignment among the draws, so that the test keeps its level. */
  private static double drawn(double[] differences, double least) {
    Random random = new Random(SEED);
    int extreme = 1;
    for (int draw = 0; draw < DRAWS; draw++) {
      double sum = 0;
      for (double difference : differences) {
        sum += random.nextBoolean() ? difference : -difference;
      }
      extreme += Math.abs(sum) >= least ? 1 : 0;
    }
    return extreme / (DRAWS + 1.0);
  }
}
