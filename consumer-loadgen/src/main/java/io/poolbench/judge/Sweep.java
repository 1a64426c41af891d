package io.poolbench.judge;

import io.poolbench.judge.LoadSearch.NextStep;
import io.poolbench.judge.LoadSearch.SearchMethod;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Sla;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Search by sweep: measures every candidate that is not on the curve once, rising, then confirms
 * both sides of the boundary as {@link Bisection} does, because a single step near the boundary may
 * decide by chance. If the majority moves the boundary, its new sides are confirmed. A candidate
 * that is INVALID {@link #MAX_INVALID} times stays undecided.
 *
 * @param search candidates, confirmations and duration of confirming steps
 * @param listed the levels of the curve
 * @param measure duration of a locating step
 */
record Sweep(Search search, List<Integer> listed, Duration measure, Sla sla)
    implements SearchMethod {
  @Override
  public Optional<NextStep> next(List<StepResult> curve, List<StepResult> searched) {
    Optional<NextStep> unmeasured =
        left(curve, searched).stream().findFirst().map(level -> new NextStep(level, measure));
    return unmeasured.isPresent()
        ? unmeasured
        : unconfirmed(curve, searched).stream()
            .findFirst()
            .map(level -> new NextStep(level, search.measure()));
  }

  /** The sides of the boundary, once per missing confirmation, the side that misses most first. */
  private List<Integer> unconfirmed(List<StepResult> curve, List<StepResult> searched) {
    SortedMap<Integer, LevelResult> levels =
        LevelResult.byLevel(sla, Stream.concat(curve.stream(), searched.stream()).toList());
    Boundary boundary = Boundary.confirmed(levels.values(), search.confirmations());
    return Stream.of(boundary.below(), boundary.above())
        .filter(Objects::nonNull)
        .map(LevelResult::level)
        .filter(search.within()::contains)
        .filter(level -> tries(searched, level) < MAX_INVALID + search.confirmations())
        .map(level -> Collections.nCopies(missing(levels.get(level)), level))
        .sorted(Comparator.comparingInt(side -> -side.size()))
        .flatMap(List::stream)
        .toList();
  }

  private int missing(LevelResult side) {
    return Math.max(0, search.confirmations() - side.count());
  }

  private static long tries(List<StepResult> searched, int level) {
    return searched.stream().filter(step -> step.level() == level).count();
  }

  @Override
  public List<Duration> maxRemaining(List<StepResult> curve, List<StepResult> searched) {
    List<Integer> left = new ArrayList<>(left(curve, searched));
    left.removeAll(listed.subList(curve.size(), listed.size()));
    List<Duration> remaining = new ArrayList<>(Collections.nCopies(left.size(), measure));
    int confirming =
        left.isEmpty()
            ? unconfirmed(curve, searched).size()
            : Math.min(2, search.within().size()) * (search.confirmations() - 1);
    remaining.addAll(Collections.nCopies(confirming, search.measure()));
    return remaining;
  }

  private List<Integer> left(List<StepResult> curve, List<StepResult> searched) {
    Set<Integer> valid =
        Stream.concat(curve.stream(), searched.stream())
            .filter(step -> step.verdict().kind() != Verdict.Kind.INVALID)
            .map(StepResult::level)
            .collect(Collectors.toSet());
    Map<Integer, Long> tried =
        searched.stream().collect(Collectors.groupingBy(StepResult::level, Collectors.counting()));
    return search.within().stream()
        .filter(level -> !valid.contains(level))
        .filter(level -> tried.getOrDefault(level, 0L) < MAX_INVALID)
        .toList();
  }
}
