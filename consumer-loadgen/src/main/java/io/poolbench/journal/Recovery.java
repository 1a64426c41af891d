package io.poolbench.journal;

import io.poolbench.study.Phase;
import io.poolbench.study.Sla;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The recovery time of a step with several phases: from the end of its worst phase to the start of
 * the first batch from which on no batch violates the SLA.
 *
 * <p>The worst phase has the most latency added to Redis; ties are decided by the highest rate,
 * then by the latest phase. A batch violates the SLA if a call is refused, fails or times out, if
 * calls were due and none was answered, or if more OK calls are late than the SLA's first bound on
 * a percentile allows.
 */
final class Recovery {
  private Recovery() {}

  /** In seconds; null if no phase follows the worst one, or if the step did not recover. */
  static Double seconds(Level level) {
    Optional<Instant> end = worstEnd(level);
    if (end.isEmpty()) {
      return null;
    }
    List<Batch> batches = level.sum().batches();
    int good = batches.size();
    while (good > 0
        && !batches.get(good - 1).span().at().isBefore(end.get())
        && isGood(level, batches.get(good - 1))) {
      good--;
    }
    return good == batches.size()
        ? null
        : (Double)
            (Duration.between(end.get(), batches.get(good).span().at()).toNanos()
                / Units.NANOS_PER_SECOND);
  }

  private static Optional<Instant> worstEnd(Level level) {
    return level.cell().load().phases().stream()
        .reduce((worst, next) -> byLoad(level).compare(next, worst) >= 0 ? next : worst)
        .flatMap(
            phase ->
                level.slices().stream()
                    .filter(slice -> slice.key().part().equals(phase.name()))
                    .flatMap(slice -> slice.batches().stream())
                    .map(batch -> batch.span().end())
                    .max(Comparator.naturalOrder()));
  }

  private static Comparator<Phase> byLoad(Level level) {
    return Comparator.comparingLong(
            (Phase phase) -> phase.changesRedis() ? phase.redisLatency().toNanos() : 0)
        .thenComparingInt(phase -> level.isOpenLoop() ? phase.level(level.level()) : 0);
  }

  private static boolean isGood(Level level, Batch batch) {
    Calls calls = batch.calls();
    boolean answered = calls.ok() > 0 || calls.due() == 0;
    return calls.ended() == calls.ok() && answered && isWithin(level.cell().sla(), batch);
  }

  private static boolean isWithin(Sla sla, Batch batch) {
    for (Sla.Bound bound : sla.bounds()) {
      Optional<Percentile> percentile = Metric.of(bound).percentile();
      if (percentile.isPresent()) {
        long limit = Math.round(bound.limit() * Units.NANOS_PER_MILLI);
        double allowed = percentile.get().shareBeyond() * batch.calls().ok();
        return batch.times().response().countFrom(limit) <= allowed;
      }
    }
    return true;
  }
}
