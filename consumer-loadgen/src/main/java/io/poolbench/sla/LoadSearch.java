package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a cell: the levels of its schedule in order, then those of its search for capacity,
 * each chosen by the steps before. Stateless: the same results always lead to the same step.
 */
public final class LoadSearch {
  private final LoadSchedule load;
  private final SearchMethod method;

  private LoadSearch(LoadSchedule load, SearchMethod method) {
    this.load = load;
    this.method = method;
  }

  /** The steps of a cell. */
  public static LoadSearch of(Cell cell) {
    LoadSchedule load = cell.load();
    return new LoadSearch(load, load.search() == null ? null : method(load));
  }

  private static SearchMethod method(LoadSchedule load) {
    Search search = load.search();
    return switch (search.method()) {
      case BISECT -> new Bisection(search, load.measure());
      case SWEEP -> new Sweep(search.within(), load.levels(), load.measure());
    };
  }

  /**
   * The step to measure next.
   *
   * @param soFar the cell's steps, in the order they ran
   * @return empty if the cell is done
   */
  public Optional<NextStep> next(List<StepResult> soFar) {
    int listed = load.levels().size();
    if (soFar.size() < listed) {
      return Optional.of(new NextStep(load.levels().get(soFar.size()), load.measure()));
    }
    return method == null
        ? Optional.empty()
        : method.next(soFar.subList(0, listed), soFar.subList(listed, soFar.size()));
  }

  /**
   * The durations of the remaining steps at most. Repetitions of INVALID steps of a search are not
   * included.
   *
   * @param soFar as for {@link #next}
   */
  public List<Duration> maxRemaining(List<StepResult> soFar) {
    int listed = Math.min(load.levels().size(), soFar.size());
    List<Duration> left = new ArrayList<>();
    for (int step = listed; step < load.levels().size(); step++) {
      left.add(load.measure());
    }
    if (method != null) {
      left.addAll(
          method.maxRemaining(soFar.subList(0, listed), soFar.subList(listed, soFar.size())));
    }
    return left;
  }
}
