package io.poolbench.validity;

import io.poolbench.result.CellEnvironment;
import io.poolbench.result.Disturbances;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Validity;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A measured window with all that decides whether it is valid.
 *
 * @param step its figures; the verdict is not read
 * @param cell the limits, the load and the timeout
 * @param before what the cell ran on, as found before its first step
 * @param disturbances what interrupted the window
 */
public record Measurement(
    StepResult step, Cell cell, CellEnvironment before, Disturbances disturbances) {
  public Measurement {
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(disturbances, "disturbances");
  }

  /** Every rule that it violates, in the order of {@link ValidityRule}; none of a valid one. */
  public List<Violation> violations() {
    return Arrays.stream(ValidityRule.values())
        .map(rule -> rule.check(this))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Whether the host worked for others during the window: measuring again may succeed. */
  public boolean isDisturbedByHost() {
    return Arrays.stream(ValidityRule.values())
        .anyMatch(rule -> rule.isTransient() && rule.check(this).isPresent());
  }

  Validity limits() {
    return cell.validity();
  }
}
