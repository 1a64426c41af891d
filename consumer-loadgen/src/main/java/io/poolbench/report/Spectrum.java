package io.poolbench.report;

import io.poolbench.result.HistogramText;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * All percentiles of a load's response times on HdrHistogram's scale of nines, where the tail takes
 * as much room as the bulk.
 *
 * @param calls the number of response times
 * @param points by rising percentile: nines, {@code -log10(1 - p)} of the share p of calls answered
 *     within the time (1 = 90 %, 2 = 99 %), and the response time in milliseconds
 */
record Spectrum(int level, Verdict.Kind verdict, long calls, List<List<Double>> points) {
  private static final double STEP_NINES = 0.1;

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The spectrum of the merged histograms of several steps. It ends where fewer than {@link
   * Percentile#CALLS_BEYOND} calls lie beyond.
   */
  static Spectrum of(int level, Verdict.Kind verdict, List<StepResult> steps) {
    Histogram all = HistogramText.decode(steps.get(0).histogram());
    steps.stream().skip(1).forEach(step -> all.add(HistogramText.decode(step.histogram())));
    long calls = all.getTotalCount();
    double end = Math.log10((double) calls / Percentile.CALLS_BEYOND);
    List<List<Double>> points = new ArrayList<>();
    for (int i = 0; i * STEP_NINES <= end; i++) {
      double nines = i * STEP_NINES;
      double percent = 100 - 100 / Math.pow(10, nines);
      points.add(
          List.of(
              CurveData.rounded(nines),
              CurveData.rounded(all.getValueAtPercentile(percent) / NANOS_PER_MILLI)));
    }
    return new Spectrum(level, verdict, calls, points);
  }
}
