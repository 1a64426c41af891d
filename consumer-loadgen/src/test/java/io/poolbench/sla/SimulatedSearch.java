package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Search;
import io.poolbench.spec.Sla;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A search run against a provider that is known.
 *
 * @param load what is scheduled
 * @param sla what was promised
 * @param provider the step that it answers a load with
 */
record SimulatedSearch(LoadSchedule load, Sla sla, IntFunction<StepResult> provider) {
  static final Workload USERS = new Workload.Closed(ThinkTime.NONE);
  static final Sla TP99_BELOW_10 = new Sla(List.of(new Sla.Bound("tp99", 10)));
  static final Duration CONFIRMING = Duration.ofSeconds(20);

  /** More than any search may take, so that one without an end shows. */
  private static final int FAR_TOO_MANY = 40_000;

  /** A search among users, each load with the verdict P, F or I. */
  static SimulatedSearch users(
      List<Integer> curve,
      Search.Method method,
      List<Integer> within,
      int confirmations,
      IntFunction<Character> verdict) {
    return new SimulatedSearch(
        load(USERS, curve, new Search(method, within, confirmations, CONFIRMING)),
        TP99_BELOW_10,
        level ->
            Steps.step(level, Steps.ok(10_000), 1)
                .judged(Cells.verdict(verdict.apply(level), level)));
  }

  static LoadSchedule load(Workload workload, List<Integer> curve, Search search) {
    return new LoadSchedule(
        workload, curve, Duration.ZERO, Duration.ofSeconds(1), Cells.MEASURE, search);
  }

  static List<Integer> upTo(int most) {
    return IntStream.rangeClosed(1, most).boxed().toList();
  }

  /** The cell after the steps that the search asked for. */
  CellResult run() {
    List<StepResult> steps = new ArrayList<>();
    LoadSearch search = LoadSearch.of(cell(List.of()).cell());
    Optional<NextStep> next = search.next(steps);
    while (next.isPresent()) {
      if (steps.size() == FAR_TOO_MANY) {
        throw new AssertionError("the search does not end");
      }
      steps.add(provider.apply(next.get().level()));
      next = search.next(steps);
    }
    return cell(steps);
  }

  /** The cell with some steps. */
  CellResult cell(List<StepResult> steps) {
    return Cells.cell("cell", 1, load, sla, steps, false);
  }
}
