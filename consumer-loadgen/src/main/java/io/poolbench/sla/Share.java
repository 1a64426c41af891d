package io.poolbench.sla;

import io.poolbench.result.Batches;
import io.poolbench.result.Metric;
import io.poolbench.result.ShareInterval;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.sla.SlaEvaluator.Judgement;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The share of calls that a bound limits: those beyond a percentile's limit, or those that were not
 * answered OK.
 *
 * @param max the share up to which the bound is kept, from 0 to 1
 */
record Share(Sla.Bound bound, Metric metric, double max) {
  /** The share that a bound limits; empty if it limits none. */
  static Optional<Share> of(Sla.Bound bound) {
    Metric metric = SlaEvaluator.metric(bound);
    if (metric == Metric.AVAILABILITY) {
      return Optional.of(new Share(bound, metric, 1 - bound.limit() / 100));
    }
    return metric
        .percentile()
        .map(percentile -> new Share(bound, metric, percentile.shareBeyond()));
  }

  /** Whether the step's batches have its counts. */
  boolean known(StepResult step) {
    return counts(step).stream().anyMatch(count -> count.calls() > 0);
  }

  Judgement judge(StepResult step) {
    return judge(List.of(List.of(step)));
  }

  /**
   * The judgement on the share over all steps of a level.
   *
   * @param repetitions the steps of each; their counts are known
   */
  Judgement judge(List<List<StepResult>> repetitions) {
    ShareInterval interval = ShareInterval.over(repetitions.stream().map(this::counts).toList());
    if (interval.beyond(max)) {
      return new Judgement(Verdict.Kind.FAIL, violation(repetitions, interval));
    }
    boolean allAnswered = metric == Metric.AVAILABILITY && interval.share() == 0;
    return allAnswered || interval.within(max)
        ? Judgement.KEPT
        : new Judgement(Verdict.Kind.UNDECIDED, violation(repetitions, interval));
  }

  private Violation violation(List<List<StepResult>> repetitions, ShareInterval interval) {
    Optional<Double> measured =
        Spread.of(
                repetitions.stream()
                    .flatMap(List::stream)
                    .map(metric::of)
                    .filter(Objects::nonNull)
                    .toList())
            .map(Spread::median);
    boolean hidden = interval.beyond(max) && measured.filter(this::meets).isPresent();
    return metric
        .percentile()
        .filter(percentile -> hidden || measured.isEmpty())
        .map(percentile -> Violation.late(percentile, interval.share()))
        .orElseGet(() -> Violation.of(metric, measured.orElseThrow(), bound.limit()));
  }

  private boolean meets(double measured) {
    return metric.meets(measured, bound.limit());
  }

  /** The counts of several steps, their windows numbered on. */
  private List<Batches.Count> counts(List<StepResult> steps) {
    List<Batches.Count> all = new ArrayList<>();
    for (StepResult step : steps) {
      int before = all.isEmpty() ? 0 : all.get(all.size() - 1).window();
      counts(step)
          .forEach(
              count ->
                  all.add(new Batches.Count(before + count.window(), count.hits(), count.calls())));
    }
    return all;
  }

  private List<Batches.Count> counts(StepResult step) {
    return metric == Metric.AVAILABILITY
        ? step.batches().unanswered()
        : step.batches().late(metric.id());
  }
}
