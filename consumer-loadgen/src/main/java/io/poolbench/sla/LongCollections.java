package io.poolbench.sla;

import io.poolbench.result.GcActivity;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Garbage collections of the provider that alone make more calls late than the SLA allows.
 *
 * <p>Calls that arrive at any moment meet a collection as often as it lasts. Users of a closed loop
 * wait meanwhile, so that only a call of each is late, however long it takes: percentiles hardly
 * show it. Collections count that on average last longer than the least bound on a percentile; of
 * shorter ones the response times show all.
 */
final class LongCollections {
  private static final double NANOS_PER_MILLI = 1e6;

  private LongCollections() {}

  /** A violation where they take a larger share of the window than calls may be late. */
  static Optional<Violation> violation(Sla sla, StepResult step) {
    List<ShareBound> bounds = ShareBound.of(sla);
    if (bounds.isEmpty() || step.seconds() == 0) {
      return Optional.empty();
    }
    double boundMillis =
        bounds.stream().mapToLong(ShareBound::limitNanos).min().orElseThrow() / NANOS_PER_MILLI;
    double limitPct = 100 * bounds.stream().mapToDouble(ShareBound::maxShare).min().orElseThrow();
    double pct =
        Stream.of(step.provider().young(), step.provider().full())
                .mapToDouble(collections -> longMillis(collections, boundMillis))
                .sum()
            / (10 * step.seconds());
    return pct > limitPct
        ? Optional.of(Violation.of(Metric.PROVIDER_PAUSE, pct, limitPct))
        : Optional.empty();
  }

  private static double longMillis(GcActivity collections, double boundMillis) {
    Long count = collections.count();
    Double millis = collections.pauseMillis();
    boolean known = count != null && millis != null && count > 0;
    return known && millis / count > boundMillis ? millis : 0;
  }
}
