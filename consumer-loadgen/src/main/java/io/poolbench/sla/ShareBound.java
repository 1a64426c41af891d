package io.poolbench.sla;

import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;

/**
 * A bound on a percentile of the response time, as the bound on a share that it is: "TP99 below 10
 * ms" says that at most 1 % of the calls take 10 ms or longer.
 *
 * @param metric the percentile
 * @param limitNanos the response time from which a call is late
 * @param maxShare the share of late calls up to which the bound is kept, from 0 to 1
 */
public record ShareBound(Metric metric, long limitNanos, double maxShare) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The bounds of an SLA that limit percentiles of the response time, in its order. */
  public static List<ShareBound> of(Sla sla) {
    return sla.bounds().stream().map(ShareBound::of).flatMap(Optional::stream).toList();
  }

  /** A bound; empty if it does not limit a percentile of the response time. */
  static Optional<ShareBound> of(Sla.Bound bound) {
    Metric metric = SlaEvaluator.metric(bound);
    return metric
        .percentile()
        .map(percentile -> new ShareBound(metric, nanos(bound), percentile.shareBeyond()));
  }

  private static long nanos(Sla.Bound bound) {
    return Math.round(bound.limit() * NANOS_PER_MILLI);
  }

  /** The limits, for a step runner that counts late calls batch by batch. */
  public static List<Long> limitsNanos(Sla sla) {
    return of(sla).stream().map(ShareBound::limitNanos).toList();
  }
}
