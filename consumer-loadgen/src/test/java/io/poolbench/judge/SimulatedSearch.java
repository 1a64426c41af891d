package io.poolbench.judge;

import io.poolbench.Changed;
import io.poolbench.judge.StepSequence.NextStep;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A search against a simulated provider.
 *
 * @param load the schedule with the search
 * @param sla of the cell
 * @param provider the step measured at a level
 */
record SimulatedSearch(LoadSchedule load, Sla sla, IntFunction<StepResult> provider) {
  static final Duration CONFIRMING = Duration.ofSeconds(20);

  /** More steps than any search takes, to detect one that does not end. */
  private static final int STEP_LIMIT = 40_000;

  /** A search over users, with a verdict of P, F or I per level. */
  static SimulatedSearch users(
      List<Integer> curve, List<Integer> within, IntFunction<Character> verdict) {
    return new SimulatedSearch(
        load(Cells.USERS, curve, new Search(within, CONFIRMING)),
        Cells.SLA,
        level -> Cells.step(level, verdict.apply(level)));
  }

  /** Verdicts whose first ones at one level follow a script. */
  static IntFunction<Character> scripted(IntFunction<Character> truth, int of, String script) {
    StringBuilder left = new StringBuilder(script);
    return level -> {
      if (level != of || left.isEmpty()) {
        return truth.apply(level);
      }
      char verdict = left.charAt(0);
      left.deleteCharAt(0);
      return verdict;
    };
  }

  static LoadSchedule load(Workload workload, List<Integer> curve, Search search) {
    return Changed.with(
        new LoadSchedule(workload, List.of(1), Duration.ZERO, Duration.ofSeconds(1), Cells.MEASURE),
        "levels",
        curve,
        "search",
        search);
  }

  static List<Integer> upTo(int max) {
    return IntStream.rangeClosed(1, max).boxed().toList();
  }

  CellResult run() {
    List<StepResult> steps = new ArrayList<>();
    StepSequence sequence = new StepSequence(cell(List.of()).cell());
    Optional<NextStep> next = sequence.next(steps);
    while (next.isPresent()) {
      if (steps.size() == STEP_LIMIT) {
        throw new AssertionError("the search does not end");
      }
      steps.add(provider.apply(next.get().level()));
      next = sequence.next(steps);
    }
    return cell(steps);
  }

  CellResult cell(List<StepResult> steps) {
    return Cells.cell("cell", 1, load, sla, steps);
  }
}
