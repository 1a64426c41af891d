package io.poolbench.plot;

import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a cell did at one level of load, over all of its looks and repetitions.
 *
 * @param level users, or requests per second
 * @param verdict FAIL where any repetition says so, INVALID where all looks are, PASS otherwise
 * @param reason each reason why it failed, or else why it is INVALID; empty where it passed
 * @param looks how many steps are behind it
 * @param figures their spread over the looks that are not INVALID, over all of them where each is;
 *     without those that are unknown
 */
public record LoadPoint(
    int level, Verdict.Kind verdict, String reason, int looks, Map<PlotFigure, Spread> figures) {
  public LoadPoint {
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(reason, "reason");
    figures = java.util.Collections.unmodifiableMap(copy(figures));
  }

  static LoadPoint of(RepeatedCell cell, int level) {
    List<StepResult> steps = cell.steps(level);
    List<StepResult> valid =
        steps.stream().filter(step -> step.verdict().kind() != Verdict.Kind.INVALID).toList();
    List<StepResult> shown = valid.isEmpty() ? steps : valid;
    Verdict.Kind verdict = verdict(cell.verdicts(level));
    Map<PlotFigure, Spread> figures = new EnumMap<>(PlotFigure.class);
    for (PlotFigure figure : PlotFigure.values()) {
      Spread.of(shown.stream().map(figure::of).filter(Objects::nonNull).toList())
          .ifPresent(spread -> figures.put(figure, spread));
    }
    return new LoadPoint(level, verdict, reason(steps, verdict), shown.size(), figures);
  }

  private static Verdict.Kind verdict(List<Verdict.Kind> ofRepetitions) {
    if (ofRepetitions.contains(Verdict.Kind.FAIL)) {
      return Verdict.Kind.FAIL;
    }
    return ofRepetitions.contains(Verdict.Kind.PASS) ? Verdict.Kind.PASS : Verdict.Kind.INVALID;
  }

  private static String reason(List<StepResult> steps, Verdict.Kind verdict) {
    return steps.stream()
        .map(StepResult::verdict)
        .filter(said -> said.kind() == verdict)
        .map(Verdict::reason)
        .filter(reason -> !reason.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static Map<PlotFigure, Spread> copy(Map<PlotFigure, Spread> figures) {
    Map<PlotFigure, Spread> copy = new EnumMap<>(PlotFigure.class);
    copy.putAll(figures);
    return copy;
  }

  /** The median of a figure; null where it is unknown. */
  public Double median(PlotFigure figure) {
    Spread spread = figures.get(figure);
    return spread == null ? null : Double.valueOf(spread.median());
  }
}
