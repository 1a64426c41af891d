package io.poolbench.plot;

import io.poolbench.result.FigureText;
import io.poolbench.result.Spread;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the counters say of why more load is too much: which part of the mean response time grew
 * most from the lowest load to the first that fails, and how busy provider and pool were by then.
 * They show which part holds the time; why it does is for the reader to judge.
 */
record Cause(Workload workload, LoadPoint low, LoadPoint high) {
  private static final List<PlotFigure> PARTS =
      List.of(PlotFigure.QUEUE_WAIT, PlotFigure.REDIS, PlotFigure.REST, PlotFigure.OUTSIDE);

  /** The cause in a sentence; empty where no load fails, or no counter tells. */
  static String sentence(Workload workload, List<LoadPoint> points) {
    List<LoadPoint> valid =
        points.stream().filter(point -> point.verdict() != Verdict.Kind.INVALID).toList();
    Optional<LoadPoint> failing =
        valid.stream().filter(point -> point.verdict() == Verdict.Kind.FAIL).findFirst();
    return failing.map(high -> new Cause(workload, valid.get(0), high).sentence()).orElse("");
  }

  private String sentence() {
    List<String> said = new ArrayList<>();
    PARTS.stream()
        .filter(part -> growth(part) > 0)
        .max(Comparator.comparingDouble(this::growth))
        .ifPresent(part -> said.add(grown(part)));
    say(said, "provider CPU ", PlotFigure.CPU, FigureText::pct, " %");
    say(said, "a thread waits ", PlotFigure.RUN_QUEUE_WAIT, FigureText::measure, " us for a CPU");
    sayMost(said, PlotFigure.ACTIVE_MAX, " threads at work");
    sayMost(said, PlotFigure.QUEUE_MAX, " tasks waiting");
    return said.isEmpty() ? "" : "At " + load(high) + ": " + String.join("; ", said) + ".";
  }

  private String grown(PlotFigure part) {
    return "a call's mean time grew most in "
        + part.title()
        + ", since "
        + load(low)
        + " by "
        + FigureText.difference(growth(part))
        + " ms to "
        + FigureText.measure(high.median(part))
        + " ms";
  }

  private double growth(PlotFigure part) {
    Double before = low.median(part);
    Double after = high.median(part);
    return before == null || after == null ? 0 : after - before;
  }

  private void say(
      List<String> said,
      String before,
      PlotFigure figure,
      Function<Double, String> text,
      String after) {
    Double median = high.median(figure);
    if (median != null) {
      said.add(before + text.apply(median) + after);
    }
  }

  private void sayMost(List<String> said, PlotFigure figure, String what) {
    Spread spread = high.figures().get(figure);
    if (spread != null && spread.highest() > 0) {
      said.add("at most " + FigureText.exact(spread.highest()) + what);
    }
  }

  private String load(LoadPoint point) {
    return FigureText.load(workload, point.level());
  }
}
