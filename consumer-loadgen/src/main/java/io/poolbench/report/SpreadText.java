package io.poolbench.report;

import io.poolbench.result.FigureText;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What repetitions, and several looks at one load, say together, in few characters: {@code 4,000
 * (3,900..4,100)}, the median and between which it lies. Where not all are behind it, it says how
 * many: {@code 4,000 (3,900..4,100; 2 of 3)}. A cell that ran once says a figure alone where it
 * measured that load once.
 */
final class SpreadText {
  private SpreadText() {}

  /** A figure of one level; empty where no repetition came so far. */
  static String of(
      RepeatedCell cell,
      int level,
      Function<StepResult, Double> figure,
      Function<Double, String> text) {
    List<StepResult> steps = cell.steps(level);
    if (steps.isEmpty()) {
      return "";
    }
    if (cell.count() == 1 && steps.size() == 1) {
      return text.apply(figure.apply(steps.get(0)));
    }
    return cell.spread(level, figure)
        .map(spread -> of(spread, text, Math.max(steps.size(), cell.count())))
        .orElse(FigureText.UNKNOWN);
  }

  /**
   * A spread.
   *
   * @param of how many figures there could be; a single one is said alone
   */
  static String of(Spread spread, Function<Double, String> text, int of) {
    String median = text.apply(spread.median());
    return of == 1
        ? median
        : median
            + range(text.apply(spread.lowest()), text.apply(spread.highest()), spread.count(), of);
  }

  /** The most load within the SLA. */
  static String capacity(RepeatedCell cell) {
    if (cell.count() == 1) {
      return cell.capacities().get(0).answer();
    }
    Optional<CapacitySpread> spread = cell.capacity();
    return spread
        .map(
            of ->
                of.answer()
                    + range(
                        FigureText.count(of.lowest()),
                        FigureText.count(of.highest()),
                        of.count(),
                        cell.count()))
        .orElse("unknown");
  }

  /** The lowest load that breaks the SLA in each repetition in which one does. */
  static String firstFailing(RepeatedCell cell) {
    var failing =
        cell.capacities().stream()
            .map(Capacity::firstFailing)
            .flatMap(Optional::stream)
            .mapToInt(StepResult::level)
            .summaryStatistics();
    if (failing.getCount() == 0) {
      return FigureText.UNKNOWN;
    }
    String lowest = FigureText.count(failing.getMin());
    return failing.getMin() == failing.getMax()
        ? lowest
        : lowest + ".." + FigureText.count(failing.getMax());
  }

  /** What the verdicts on one level mark a figure with. */
  static String mark(RepeatedCell cell, int level) {
    List<Verdict.Kind> kinds = cell.verdicts(level);
    if (kinds.contains(Verdict.Kind.FAIL)) {
      return " !";
    }
    return kinds.contains(Verdict.Kind.INVALID) ? " ?" : "  ";
  }

  private static String range(String lowest, String highest, int count, int of) {
    return " (" + lowest + ".." + highest + (count < of ? "; " + count + " of " + of : "") + ")";
  }
}
