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
 * <p>Of calls that arrive at any moment, those are late that arrive while a collection still lasts
 * longer than the bound: a share of the window of its duration less the bound. Users of a closed
 * loop wait meanwhile, so that only a call of each is late, however long it takes: percentiles
 * hardly show it. Collections of a kind are taken to last as long as they do on average; of those
 * that are shorter than the bound the response times show all.
 */
final class LongCollections {
  private LongCollections() {}

  /**
   * A violation of the first bound of which they alone make a larger share of calls late than may
   * be: their share of the window, and that share of it, of collections this long, which would make
   * as many late as the SLA allows.
   */
  static Optional<Violation> violation(Sla sla, StepResult step) {
    return ShareBound.onPercentiles(sla).stream()
        .filter(bound -> step.seconds() > 0)
        .map(bound -> violation(bound, step))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Violation> violation(ShareBound bound, StepResult step) {
    double boundMillis = bound.bound().limit();
    double limitPct = 100 * bound.maxShare();
    List<GcActivity> tooLong =
        Stream.of(step.provider().young(), step.provider().full())
            .filter(collections -> meanMillis(collections) > boundMillis)
            .toList();
    double millis = tooLong.stream().mapToDouble(GcActivity::pauseMillis).sum();
    double pausePct = millis / (10 * step.seconds());
    long count = tooLong.stream().mapToLong(GcActivity::count).sum();
    double latePct = (millis - count * boundMillis) / (10 * step.seconds());
    return latePct > limitPct
        ? Optional.of(Violation.of(Metric.PROVIDER_PAUSE, pausePct, limitPct * pausePct / latePct))
        : Optional.empty();
  }

  private static double meanMillis(GcActivity collections) {
    Long count = collections.count();
    Double millis = collections.pauseMillis();
    return count == null || millis == null || count == 0 ? 0 : millis / count;
  }
}
