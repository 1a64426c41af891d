package io.poolbench.judge;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A cell with all of its repetitions, at least one, each run in its own provider. */
public record RepeatedCell(List<CellResult> repetitions) {
  public RepeatedCell {
    repetitions = List.copyOf(repetitions);
    if (repetitions.isEmpty()) {
      throw new IllegalArgumentException("no repetition");
    }
  }

  /** Groups the cells of a result by name, in the order of first occurrence. */
  public static List<RepeatedCell> of(List<CellResult> cells) {
    Map<String, List<CellResult>> byName = new LinkedHashMap<>();
    for (CellResult cell : cells) {
      byName.computeIfAbsent(cell.cell().name(), name -> new ArrayList<>()).add(cell);
    }
    return byName.values().stream().map(RepeatedCell::new).toList();
  }

  public Cell cell() {
    return repetitions.get(0).cell();
  }

  /** The pool that ran in the first repetition with a provider that became ready. */
  public ConfiguredPool ranPool() {
    return repetitions.stream()
        .filter(repetition -> repetition.pool() != null)
        .findFirst()
        .orElse(repetitions.get(0))
        .ranPool();
  }

  public int count() {
    return repetitions.size();
  }

  /** The number of repetitions with a valid step: only these are samples. */
  public int measured() {
    return (int)
        repetitions.stream()
            .filter(of -> of.steps().stream().anyMatch(StepResult::isValid))
            .count();
  }

  /**
   * The levels measured in any repetition, rising. If each repetition measures its own capacity,
   * the level of the first repetition stands for all.
   */
  public SortedSet<Integer> levels() {
    return repetitions.stream()
        .flatMap(repetition -> repetition.steps().stream())
        .map(StepResult::level)
        .limit(isOfOwnCapacity() ? 1 : Long.MAX_VALUE)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether the cell's level is the capacity that each repetition measured. */
  public boolean isOfOwnCapacity() {
    return cell().load().capacity() != null;
  }

  /**
   * One level over all repetitions.
   *
   * @throws IllegalArgumentException if no repetition measured it
   */
  public LevelResult level(int level) {
    return new LevelResult(
        cell().sla(),
        level,
        repetitions.stream()
            .map(CellResult::steps)
            .map(
                steps ->
                    steps.stream().filter(of -> isOfOwnCapacity() || of.level() == level).toList())
            .filter(steps -> !steps.isEmpty())
            .toList());
  }

  public List<LevelResult> levelResults() {
    return levels().stream().map(this::level).toList();
  }

  /** The lowest level with too much load; empty if none. */
  public Optional<LevelResult> failing() {
    return Optional.ofNullable(Boundary.of(levelResults()).above());
  }

  public List<Capacity> capacities() {
    return repetitions.stream().map(Capacity::of).toList();
  }

  /** The spread over repetitions with a known capacity; empty if there are none. */
  public Optional<CapacitySpread> capacity() {
    return CapacitySpread.of(capacities());
  }
}
