package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Search by sweep: measures every candidate once, rising, except those of the curve. A candidate
 * that is INVALID {@link #MAX_INVALID} times is left undecided.
 *
 * @param candidates rising
 * @param listed the levels of the curve
 * @param measure duration of a step
 */
record Sweep(List<Integer> candidates, List<Integer> listed, Duration measure)
    implements SearchMethod {
  @Override
  public Optional<NextStep> next(List<StepResult> curve, List<StepResult> searched) {
    return left(curve, searched).stream().findFirst().map(level -> new NextStep(level, measure));
  }

  @Override
  public List<Duration> maxRemaining(List<StepResult> curve, List<StepResult> searched) {
    List<Integer> left = new ArrayList<>(left(curve, searched));
    left.removeAll(listed.subList(curve.size(), listed.size()));
    return Collections.nCopies(left.size(), measure);
  }

  private List<Integer> left(List<StepResult> curve, List<StepResult> searched) {
    Set<Integer> valid =
        Stream.concat(curve.stream(), searched.stream())
            .filter(step -> step.verdict().kind() != Verdict.Kind.INVALID)
            .map(StepResult::level)
            .collect(Collectors.toSet());
    Map<Integer, Long> tried =
        searched.stream().collect(Collectors.groupingBy(StepResult::level, Collectors.counting()));
    return candidates.stream()
        .filter(level -> !valid.contains(level))
        .filter(level -> tried.getOrDefault(level, 0L) < MAX_INVALID)
        .toList();
  }
}
