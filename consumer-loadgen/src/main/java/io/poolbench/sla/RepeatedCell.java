package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell with all of its repetitions, each of which ran in a provider of its own.
 *
 * @param repetitions at least one
 */
public record RepeatedCell(List<CellResult> repetitions) {
  public RepeatedCell {
    repetitions = List.copyOf(repetitions);
    if (repetitions.isEmpty()) {
      throw new IllegalArgumentException("no repetition");
    }
  }

  /** A result's cells, each with its repetitions, in the order in which they first come. */
  public static List<RepeatedCell> of(List<CellResult> cells) {
    Map<String, List<CellResult>> byName = new LinkedHashMap<>();
    for (CellResult cell : cells) {
      byName.computeIfAbsent(cell.cell().name(), name -> new ArrayList<>()).add(cell);
    }
    return byName.values().stream().map(RepeatedCell::new).toList();
  }

  /** What was asked for, each time. */
  public Cell cell() {
    return repetitions.get(0).cell();
  }

  /** How often the cell ran. */
  public int count() {
    return repetitions.size();
  }

  /** The levels of load that were measured in any repetition. */
  public SortedSet<Integer> levels() {
    return repetitions.stream()
        .flatMap(repetition -> repetition.steps().stream())
        .map(StepResult::level)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * One level over all repetitions.
   *
   * @throws IllegalArgumentException where no repetition measured it
   */
  public LevelResult level(int level) {
    return new LevelResult(
        level,
        repetitions.stream()
            .map(repetition -> repetition.steps().stream().filter(of -> of.level() == level))
            .map(Stream::toList)
            .filter(steps -> !steps.isEmpty())
            .toList());
  }

  /** The levels that any repetition measured, rising. */
  public List<LevelResult> levelResults() {
    return levels().stream().map(this::level).toList();
  }

  /**
   * The steps of one level: one from each repetition that came so far, or several where a search
   * looked at it again.
   */
  public List<StepResult> steps(int level) {
    return repetitions.stream()
        .map(CellResult::steps)
        .flatMap(Collection::stream)
        .filter(step -> step.level() == level)
        .toList();
  }

  /** The verdict of each repetition that measured the level. */
  public List<Verdict.Kind> verdicts(int level) {
    return levels().contains(level) ? level(level).verdicts() : List.of();
  }

  /**
   * A figure of one level over all of its steps in which it is known and that are not INVALID.
   *
   * @return empty where there is no such step
   */
  public Optional<Spread> spread(int level, Function<StepResult, Double> figure) {
    return Spread.of(
        steps(level).stream()
            .filter(step -> step.verdict().kind() != Verdict.Kind.INVALID)
            .map(figure)
            .filter(Objects::nonNull)
            .toList());
  }

  /**
   * A figure of one level, once for each repetition that knows it: of its steps that are not
   * INVALID, the median where a search looked more than once. Unlike those of steps, which share a
   * provider, these figures are independent of each other.
   */
  public List<Double> perRepetition(int level, Function<StepResult, Double> figure) {
    return repetitions.stream()
        .map(repetition -> new RepeatedCell(List.of(repetition)).spread(level, figure))
        .flatMap(Optional::stream)
        .map(Spread::median)
        .toList();
  }

  /** The most load within the SLA, repetition by repetition. */
  public List<Capacity> capacities() {
    return repetitions.stream().map(Capacity::of).toList();
  }

  /** The most load over the repetitions that tell it; empty where none does. */
  public Optional<CapacitySpread> capacity() {
    return CapacitySpread.of(capacities());
  }
}
