package io.poolbench.load;

import java.util.List;
import org.apache.commons.statistics.descriptive.LongVariance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The growth of an open loop's number of pending calls over a window, by batch. If it is more than
 * random fluctuation explains, the provider does not keep up with the rate.
 *
 * <p>The test is Student's one-sided t-test of the hypothesis that the mean growth of a batch is
 * not above 0. If a provider keeps up, growth in one batch is compensated in later ones: the
 * batches are negatively correlated, and the test rejects less often than its level says. Close to
 * saturation the number of pending calls is nearly a random walk within a window, whose steps are
 * independent: then the test is exact.
 *
 * <p>A significant growth also has to exceed a share of the requests due. A smaller one, such as
 * that of a queue which approaches its mean, is left to the bounds of the SLA.
 *
 * @param perBatch the change of the number of pending calls in each batch
 * @param due the number of requests that came due
 */
public record PendingGrowth(List<Long> perBatch, long due) {
  public static final double CONFIDENCE = 0.99;

  /** The share of the requests due that a provider may leave pending and still keep up. */
  public static final double MIN_SHARE = 0.01;

  public PendingGrowth {
    perBatch = List.copyOf(perBatch);
  }

  /** The growth over all batches, in calls; negative if the number of pending calls fell. */
  public long calls() {
    return perBatch.stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The largest growth, in calls, with which the provider may have kept up; infinite with fewer
   * than two batches.
   *
   * @param confidence confidence, below 1, that a growth beyond the limit is not random
   * @param minShare lower bound of the limit, as a share of the requests due
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

  /** Whether the growth exceeds the limit; false in a closed loop. */
  public boolean isShown() {
    return due > 0 && calls() > limit();
  }

  /**
   * Whether the growth exceeds the limit so far that the rest of a window cannot compensate it. The
   * confidence is 99.99 %, because this test is repeated during a window.
   */
  public boolean isHopeless() {
    return due > 0 && calls() > limit(0.9999, 0.1);
  }
}
