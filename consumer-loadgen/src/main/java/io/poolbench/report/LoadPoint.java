package io.poolbench.report;

import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.sla.RepeatedCell;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A load level of a cell as charts show it, over all steps and repetitions.
 *
 * @param level users, or requests per second
 * @param verdict FAIL where any repetition fails, INVALID where all steps are, PASS otherwise
 * @param violations why it failed, or else why it is INVALID; none where it passed
 * @param samples the number of steps behind it
 * @param metrics spread over the steps that are not INVALID, over all where each is; without those
 *     that are unknown
 */
record LoadPoint(
    int level,
    Verdict.Kind verdict,
    List<Violation> violations,
    int samples,
    Map<Metric, Spread> metrics) {
  /** By rising load. */
  static List<LoadPoint> of(RepeatedCell cell) {
    return cell.levels().stream().map(level -> of(cell, level)).toList();
  }

  private static LoadPoint of(RepeatedCell cell, int level) {
    List<StepResult> steps = cell.steps(level);
    List<StepResult> valid =
        steps.stream().filter(step -> step.verdict().kind() != Verdict.Kind.INVALID).toList();
    List<StepResult> shown = valid.isEmpty() ? steps : valid;
    Verdict.Kind verdict = verdict(cell.verdicts(level));
    Map<Metric, Spread> metrics = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      Spread.of(shown.stream().map(metric::of).filter(Objects::nonNull).toList())
          .ifPresent(spread -> metrics.put(metric, spread));
    }
    return new LoadPoint(level, verdict, violations(steps, verdict), shown.size(), metrics);
  }

  private static Verdict.Kind verdict(List<Verdict.Kind> ofRepetitions) {
    if (ofRepetitions.contains(Verdict.Kind.FAIL)) {
      return Verdict.Kind.FAIL;
    }
    return ofRepetitions.contains(Verdict.Kind.PASS) ? Verdict.Kind.PASS : Verdict.Kind.INVALID;
  }

  private static List<Violation> violations(List<StepResult> steps, Verdict.Kind verdict) {
    return steps.stream()
        .map(StepResult::verdict)
        .filter(of -> of.kind() == verdict)
        .flatMap(of -> of.violations().stream())
        .distinct()
        .toList();
  }

  /** The median of a metric; null where it is unknown. */
  Double median(Metric metric) {
    Spread spread = metrics.get(metric);
    return spread == null ? null : Double.valueOf(spread.median());
  }
}
