package io.poolbench.measure;

import java.util.List;
import org.apache.commons.statistics.descriptive.LongVariance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The growth of an open loop's pending calls over a window, batch by batch, and whether it is more
 * than their fluctuation explains: then the provider does not keep up with the rate.
 *
 * <p>Student's t-test, one-sided, that the mean growth of a batch is not above 0. Where a provider
 * keeps up, growth in one batch is taken back in later ones: the batches are correlated negatively,
 * and the test rejects less often than its level says. Close to saturation the number of pending
 * calls is all but a random walk within a window, whose steps are independent: the test is exact.
 *
 * <p>A growth that is shown but small, as while a queue approaches its mean, is left to the bounds:
 * it also has to exceed a share of what came due.
 *
 * @param perBatch the changes of the number of pending calls, in and between the batches' ends
 * @param due the requests that came due
 */
public record PendingGrowth(List<Long> perBatch, long due) {
  /** The confidence of a verdict. */
  public static final double CONFIDENCE = 0.99;

  /** Of the requests due, the share that a provider that keeps up may leave pending. */
  public static final double MIN_SHARE = 0.01;

  public PendingGrowth {
    perBatch = List.copyOf(perBatch);
  }

  /** The growth over all batches, in calls; negative where pending calls became fewer. */
  public long calls() {
    return perBatch.stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The growth up to which the provider may have kept up, in calls; infinite with fewer than two
   * batches.
   *
   * @param confidence of a growth beyond the limit, below 1
   * @param minShare of the requests due
   */
  public double limit(double confidence, double minShare) {
    int batches = perBatch.size();
    if (batches < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double variance =
        LongVariance.of(perBatch.stream().mapToLong(Long::longValue).toArray()).getAsDouble();
    double explained =
        TDistribution.of(batches - 1).inverseCumulativeProbability(confidence)
            * Math.sqrt(variance * batches);
    return Math.max(minShare * due, explained);
  }

  public double limit() {
    return limit(CONFIDENCE, MIN_SHARE);
  }

  /** Whether the growth is beyond the limit of a verdict; false in a closed loop. */
  public boolean isShown() {
    return due > 0 && calls() > limit();
  }

  /**
   * Whether the growth is so far beyond it that the rest of a window cannot make up for it. As it
   * is asked repeatedly, the confidence is that of one in ten thousand.
   */
  public boolean isHopeless() {
    return due > 0 && calls() > limit(0.9999, 0.1);
  }
}
