package io.poolbench.result;

import io.poolbench.api.EffectivePool;
import io.poolbench.spec.Cell;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One cell, measured.
 *
 * @param cell what was asked for
 * @param repetition from 1
 * @param pool the pool that the provider really built; null where the provider never was ready
 * @param environment what the cell ran on
 * @param warmUp how the provider was warmed; null where the cell broke off before
 * @param allSteps in the order they ran, superseded ones too; fewer than asked for where the cell
 *     did not run to its end
 * @param failedCalls why calls failed, warm-up included, each reason with how many it met
 * @param failure why the cell did not run to its end; null where it did
 */
public record CellResult(
    Cell cell,
    int repetition,
    EffectivePool pool,
    CellEnvironment environment,
    WarmUp warmUp,
    List<StepResult> allSteps,
    Map<String, Long> failedCalls,
    CellFailure failure) {
  public CellResult {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(environment, "environment");
    allSteps = List.copyOf(allSteps);
    failedCalls = Collections.unmodifiableMap(new LinkedHashMap<>(failedCalls));
  }

  /** The steps that count, in the order they ran: those that are not superseded. */
  public List<StepResult> steps() {
    return allSteps.stream().filter(step -> !step.superseded()).toList();
  }

  /** The steps that count by rising level; those of one level in the order they ran. */
  public List<StepResult> stepsByLevel() {
    return steps().stream().sorted(Comparator.comparingInt(StepResult::level)).toList();
  }

  /** The same result, of a cell that differs in nothing that was measured. */
  public CellResult of(Cell same) {
    return new CellResult(
        same, repetition, pool, environment, warmUp, allSteps, failedCalls, failure);
  }

  /** Whether the cell did not run to its end. */
  public boolean failed() {
    return failure != null;
  }
}
