package io.poolbench.sla;

import io.poolbench.measure.PendingGrowth;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Sla.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates steps against an SLA. In this order:
 *
 * <ol>
 *   <li>INVALID if the measurement violates a validity rule.
 *   <li>FAIL if calls were due and none was answered OK; there is no percentile then.
 *   <li>FAIL if the provider does not keep up with the rate of an open loop ({@link
 *       PendingGrowth}), or a bound is broken, regardless of the other bounds.
 *   <li>INVALID if a bounded metric is unknown, or is a percentile of too few OK calls.
 *   <li>PASS.
 * </ol>
 */
public record SlaEvaluator(Sla sla) {
  public SlaEvaluator {
    sla.bounds().forEach(SlaEvaluator::metric);
  }

  /**
   * The verdict on a step.
   *
   * @param step its metrics; its own verdict is ignored
   * @param invalidating violations of validity rules
   */
  public Verdict evaluate(StepResult step, List<Violation> invalidating) {
    if (!invalidating.isEmpty()) {
      return new Verdict(Verdict.Kind.INVALID, invalidating);
    }
    if (step.calls().ok() == 0) {
      return Verdict.fail(ViolationCode.NOTHING_ANSWERED.violation((double) step.due(), null));
    }
    List<Violation> broken = broken(step);
    if (!broken.isEmpty()) {
      return new Verdict(Verdict.Kind.FAIL, broken);
    }
    List<Violation> unknown =
        sla.bounds().stream().flatMap(bound -> unknown(bound, step).stream()).toList();
    return unknown.isEmpty() ? Verdict.pass() : new Verdict(Verdict.Kind.INVALID, unknown);
  }

  /**
   * Whether a step fails for too little load: it has OK calls and breaks only the bound on TPS,
   * which rises with load, while all other bounds get worse.
   *
   * @param step with its verdict
   */
  static boolean tooLittleLoad(StepResult step) {
    return step.verdict().kind() == Verdict.Kind.FAIL
        && step.verdict().codes().equals(List.of(Metric.TPS.id()));
  }

  private List<Violation> broken(StepResult step) {
    List<Violation> broken = new ArrayList<>();
    notSustained(step).ifPresent(broken::add);
    for (Bound bound : sla.bounds()) {
      if (unknown(bound, step).isEmpty()) {
        Metric metric = metric(bound);
        double measured = metric.of(step);
        if (!metric.meets(measured, bound.limit())) {
          broken.add(Violation.of(metric, measured, bound.limit()));
        }
      }
    }
    return broken;
  }

  /** Pending requests that grow show it before any response time does: slow calls end later. */
  private static Optional<Violation> notSustained(StepResult step) {
    boolean openLoop = step.pacing() != null && step.pacing().service() != null;
    PendingGrowth growth = new PendingGrowth(step.batches().growth(), step.due());
    return openLoop && growth.calls() > growth.limit()
        ? Optional.of(
            ViolationCode.NOT_SUSTAINED.violation((double) growth.calls(), growth.limit()))
        : Optional.empty();
  }

  private static Optional<Violation> unknown(Bound bound, StepResult step) {
    Metric metric = metric(bound);
    Optional<Percentile> tooFew =
        metric.percentile().filter(percentile -> !percentile.hasEnough(step.calls().ok()));
    if (tooFew.isPresent()) {
      return Optional.of(Violation.tooFewCalls(tooFew.get(), step.calls().ok()));
    }
    return metric.of(step) == null
        ? Optional.of(Violation.unknown(metric, bound.limit()))
        : Optional.empty();
  }

  /**
   * The metric that a bound limits.
   *
   * @throws IllegalArgumentException if there is no metric of that id
   */
  public static Metric metric(Bound bound) {
    return Metric.of(bound.metric())
        .orElseThrow(() -> new IllegalArgumentException("no metric " + bound.metric()));
  }
}
