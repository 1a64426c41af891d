package io.poolbench.plot;

import io.poolbench.result.FigureText;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the counters say of why more load is too much: which part of the mean response time grew
 * most from the lowest load to the first that fails, and how busy provider and pool were by then.
 * They show which part holds the time; why it does is for the reader to judge.
 */
record Cause(String unit, LoadPoint low, LoadPoint high) {
  private static final List<PlotFigure> PARTS =
      List.of(PlotFigure.QUEUE_WAIT, PlotFigure.REDIS, PlotFigure.REST, PlotFigure.OUTSIDE);

  /** The cause in a sentence; empty where no load fails, or no counter tells. */
  static String sentence(String unit, List<LoadPoint> points) {
    List<LoadPoint> valid =
        points.stream().filter(point -> point.verdict() != Verdict.Kind.INVALID).toList();
    Optional<LoadPoint> failing =
        valid.stream().filter(point -> point.verdict() == Verdict.Kind.FAIL).findFirst();
    return failing.map(high -> new Cause(unit, valid.get(0), high).sentence()).orElse("");
  }

  private String sentence() {
    List<String> said = new ArrayList<>();
    PARTS.stream()
        .filter(part -> growth(part) > 0)
        .max(Comparator.comparingDouble(this::growth))
        .ifPresent(part -> said.add(grown(part)));
    say(said, "provider CPU ", PlotFigure.CPU, " %");
    say(said, "a thread's wait for a CPU ", PlotFigure.RUN_QUEUE_WAIT, " us each time");
    say(said, "up to ", PlotFigure.ACTIVE_MAX, " threads at work");
    say(said, "up to ", PlotFigure.QUEUE_MAX, " tasks waiting");
    return said.isEmpty() ? "" : "At " + load(high) + ": " + String.join(", ", said) + ".";
  }

  private String grown(PlotFigure part) {
    return "of a call's mean time "
        + part.title()
        + " grew most since "
        + load(low)
        + ", by "
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

  private void say(List<String> said, String before, PlotFigure figure, String after) {
    Double median = high.median(figure);
    if (median != null) {
      said.add(before + FigureText.measure(median) + after);
    }
  }

  private String load(LoadPoint point) {
    return FigureText.count(point.level()) + " " + unit;
  }
}
