package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.HistogramText;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * All percentiles of a load's response times on HdrHistogram's scale of nines, where the tail takes
 * as much room as the bulk.
 *
 * @param points by rising percentile: nines, {@code -log10(1 - p)} of the share p of calls answered
 *     within the time (1 = 90 %, 2 = 99 %), and the response time in milliseconds
 */
record Spectrum(int level, Verdict.Kind verdict, List<List<Double>> points) {
  private static final int MAX_SPECTRA = 8;
  private static final double STEP_NINES = 0.1;

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The spectrum of the merged histograms of several steps. It ends where fewer than {@link
   * Percentile#CALLS_BEYOND} calls lie beyond.
   */
  static Spectrum of(int level, Verdict.Kind verdict, List<StepResult> steps) {
    Histogram all = HistogramText.decode(steps.get(0).histogram());
    steps.stream().skip(1).forEach(step -> all.add(HistogramText.decode(step.histogram())));
    double end = Math.log10((double) all.getTotalCount() / Percentile.CALLS_BEYOND);
    List<List<Double>> points = new ArrayList<>();
    for (int i = 0; i * STEP_NINES <= end; i++) {
      double nines = i * STEP_NINES;
      double percent = 100 - 100 / Math.pow(10, nines);
      points.add(
          List.of(
              CurveData.rounded(nines),
              CurveData.rounded(all.getValueAtPercentile(percent) / NANOS_PER_MILLI)));
    }
    return new Spectrum(level, verdict, points);
  }

  /**
   * The spectra that a page contains: of the lowest and the highest load, the capacity, the first
   * load that fails, and some in between. All spectra would make the page too large.
   */
  static List<Spectrum> chosen(RepeatedCell cell) {
    SortedSet<Integer> chosen = decisive(cell);
    List<Integer> others = cell.levels().stream().filter(level -> !chosen.contains(level)).toList();
    int between = Math.min(MAX_SPECTRA - chosen.size(), others.size());
    for (int i = 0; i < between; i++) {
      chosen.add(others.get((int) ((long) i * others.size() / between)));
    }
    return chosen.stream().flatMap(level -> of(cell.level(level)).stream()).toList();
  }

  private static SortedSet<Integer> decisive(RepeatedCell cell) {
    SortedSet<Integer> levels = new TreeSet<>();
    if (!cell.levels().isEmpty()) {
      levels.add(cell.levels().first());
      levels.add(cell.levels().last());
    }
    Capacity first = Capacity.of(cell.repetitions().get(0));
    first.passing().ifPresent(of -> levels.add(of.level()));
    first.firstFailing().ifPresent(step -> levels.add(step.level()));
    return levels;
  }

  /** The spectrum of the drawn steps that kept their response times; empty where none did. */
  private static Optional<Spectrum> of(LevelResult level) {
    List<StepResult> steps =
        CurveData.drawn(level).stream().filter(step -> !step.histogram().isEmpty()).toList();
    return steps.isEmpty()
        ? Optional.empty()
        : Optional.of(of(level.level(), level.verdict(), steps));
  }
}
