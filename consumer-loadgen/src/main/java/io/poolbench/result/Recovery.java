package io.poolbench.result;

import io.poolbench.result.StepResult.PhaseResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The recovery time of a step with several phases: from the end of its worst phase to the start of
 * the first slice from which on no slice violates the SLA.
 *
 * <p>The worst phase has the most latency added to Redis; ties are decided by the highest rate,
 * then by the latest phase. A slice violates the SLA if a call is refused, fails or times out, if
 * calls were due and none was answered, or if more OK calls are late than the SLA's first bound on
 * a percentile allows.
 */
final class Recovery {
  /** Rounding error of a slice's start, which is a sum of lengths, in seconds. */
  private static final double PRECISION = 1e-6;

  private static final Comparator<PhaseResult> BY_LOAD =
      Comparator.comparingDouble(
              (PhaseResult phase) ->
                  phase.redisLatencyMillis() == null ? 0 : phase.redisLatencyMillis())
          .thenComparingInt(phase -> phase.rate() == null ? 0 : phase.rate());

  private Recovery() {}

  /** In seconds; null if no phase follows the worst one, or if the step did not recover. */
  static Double seconds(StepResult step) {
    List<Slice> slices = step.slices();
    double end = worstEnd(step.phases());
    int good = slices.size();
    while (good > 0
        && slices.get(good - 1).fromSeconds() >= end - PRECISION
        && isGood(step, good - 1)) {
      good--;
    }
    return good < slices.size() ? (Double) Math.max(0, slices.get(good).fromSeconds() - end) : null;
  }

  private static double worstEnd(List<PhaseResult> phases) {
    return phases.stream()
        .reduce((worst, next) -> BY_LOAD.compare(next, worst) >= 0 ? next : worst)
        .map(PhaseResult::toSeconds)
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static boolean isGood(StepResult step, int index) {
    Slice slice = step.slices().get(index);
    boolean refused = slice.rejected() + slice.timeout() + slice.error() > 0;
    return !refused && (slice.ok() > 0 || slice.due() == 0) && isWithin(step.batches(), index);
  }

  private static boolean isWithin(Batches batches, int index) {
    for (Map.Entry<String, List<Long>> late : batches.late().entrySet()) {
      Optional<Percentile> percentile = Metric.of(late.getKey()).flatMap(Metric::percentile);
      if (percentile.isPresent()) {
        double allowed = percentile.get().shareBeyond() * batches.ok().get(index);
        return late.getValue().get(index) <= allowed;
      }
    }
    return true;
  }
}
