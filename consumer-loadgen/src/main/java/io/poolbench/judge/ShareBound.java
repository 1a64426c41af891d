package io.poolbench.judge;

import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.spec.Sla;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A bound expressed as the maximum of a share of calls. "TP99 below 10 ms" means that at most 1 %
 * of calls take 10 ms or longer; "availability 99.9 %" means that at most 0.1 % are not answered
 * OK.
 *
 * <p>In a closed loop a percentile also limits the share of the users' time spent waiting beyond
 * the bound. When everything stops, each user has only one late call, however long the stop lasts;
 * independent callers would have many.
 *
 * @param ofTime whether the share is a share of the users' time
 * @param metric a percentile of the response time, or the availability
 * @param maxShare the highest share that keeps the bound, from 0 to 1
 */
public record ShareBound(Sla.Bound bound, Metric metric, double maxShare, boolean ofTime) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The shares that a bound limits; empty for most metrics. */
  public static List<ShareBound> of(Sla.Bound bound) {
    Metric metric = Metric.of(bound);
    if (metric == Metric.AVAILABILITY) {
      return List.of(new ShareBound(bound, metric, 1 - bound.limit() / 100, false));
    }
    return metric
        .percentile()
        .map(
            percentile ->
                Stream.of(false, true)
                    .map(ofTime -> new ShareBound(bound, metric, percentile.shareBeyond(), ofTime))
                    .toList())
        .orElse(List.of());
  }

  /** An SLA's bounds on percentiles of the response time, as shares of calls in its order. */
  public static List<ShareBound> onPercentiles(Sla sla) {
    return sla.bounds().stream()
        .flatMap(bound -> of(bound).stream())
        .filter(share -> share.metric.percentile().isPresent() && !share.ofTime)
        .toList();
  }

  /** The limits of {@link #onPercentiles}, for counting late calls by batch. */
  public static List<Long> limitsNanos(Sla sla) {
    return onPercentiles(sla).stream().map(ShareBound::limitNanos).toList();
  }

  /** The limit of a bound on a percentile. */
  public double limitMillis() {
    return bound.limit();
  }

  /** The response time from which a call is late for a bound on a percentile. */
  public long limitNanos() {
    return Math.round(bound.limit() * NANOS_PER_MILLI);
  }

  /** Whether the maximum is between 0 and 1, exclusive, so that a load can be at the bound. */
  boolean isCrossed() {
    return maxShare > 0 && maxShare < 1;
  }

  /** Whether the step has the counts of this share. */
  public boolean known(StepResult step) {
    return counts(step).stream().anyMatch(count -> count.calls() > 0);
  }

  /** The verdict on the share over all steps of a level by repetition, with known counts. */
  Verdict judge(List<List<StepResult>> repetitions) {
    ShareInterval interval =
        ShareInterval.over(
            repetitions.stream()
                .map(steps -> Count.joined(steps.stream().map(this::counts).toList()))
                .toList());
    if (interval.beyond(maxShare)) {
      return Verdict.fail(violation(repetitions, interval));
    }
    boolean allAnswered = metric == Metric.AVAILABILITY && interval.share() == 0;
    return allAnswered || interval.within(maxShare)
        ? Verdict.pass()
        : Verdict.undecided(violation(repetitions, interval));
  }

  private Violation violation(List<List<StepResult>> repetitions, ShareInterval interval) {
    if (ofTime) {
      return Violation.beyond(metric, Violation.LATE_TIME, interval.share());
    }
    Optional<Double> measured =
        Spread.of(metric, repetitions.stream().flatMap(List::stream).toList()).map(Spread::median);
    boolean hidden =
        measured.isEmpty()
            || (interval.beyond(maxShare) && metric.meets(measured.get(), bound.limit()));
    return metric.percentile().isPresent() && hidden
        ? Violation.beyond(metric, Violation.LATE, interval.share())
        : Violation.of(metric, measured.orElseThrow(), bound.limit());
  }

  /** The share in a step with known counts, and its interval. */
  public ShareInterval share(StepResult step) {
    return ShareInterval.of(counts(step));
  }

  /** By batch, the calls that count against the bound. A share of time is converted to calls. */
  List<Count> counts(StepResult step) {
    if (ofTime) {
      Double cycle = step.cycleMeanMillis();
      return step.batches()
          .lateTime(metric.id(), step.users(), cycle == null ? step.seconds() * 1000 : cycle);
    }
    return metric == Metric.AVAILABILITY
        ? step.batches().unanswered()
        : step.batches().late(metric.id());
  }
}
