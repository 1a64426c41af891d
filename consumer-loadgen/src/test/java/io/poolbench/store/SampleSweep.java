package io.poolbench.store;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.HistogramText;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * A sample result of many steps: response time is constant up to the pool's threads, then grows
 * with the users.
 */
public final class SampleSweep {
  private static final double FLOOR_MILLIS = 2.5;
  private static final int CALLS_IN_HISTOGRAM = 4_000;

  /** More cells than a page opens, of more steps than a chart shows without a zoom. */
  private static final StudyResult FOLDED = result(4, 14);

  private SampleSweep() {}

  /** Some 400 steps in 14 cells, with one INVALID step in each cell. */
  public static StudyResult studyResult() {
    return result(14, 29);
  }

  /** 56 steps in four cells, with one INVALID step in each cell: a page leaves them closed. */
  public static StudyResult folded() {
    return FOLDED;
  }

  private static StudyResult result(int count, int steps) {
    List<CellResult> cells = new ArrayList<>();
    for (int cell = 1; cell <= count; cell++) {
      cells.add(cell(4 * cell, steps));
    }
    return SampleResult.studyResult("Pools of 4 to " + 4 * count + " threads", cells);
  }

  private static CellResult cell(int threads, int steps) {
    List<StepResult> measured = new ArrayList<>();
    for (int step = 1; step <= steps; step++) {
      measured.add(step(threads, step, 3 * step));
    }
    return SampleResult.fixed("fixed " + threads, threads, 1, measured);
  }

  private static StepResult step(int threads, int step, int users) {
    double meanMillis = FLOOR_MILLIS * Math.max(1, users / (double) threads);
    double tp99Millis = 3 * meanMillis;
    double tps = users / meanMillis * 1000;
    Verdict verdict =
        step == 5 ? SampleVerdicts.INVALID : tp99Millis < 10 ? Verdict.pass() : SampleVerdicts.FAIL;
    StepResult plain =
        SampleResult.step(
            step,
            users,
            tps,
            new Calls(Math.round(10 * tps), 0, 0, 0, 0),
            meanMillis,
            tp99Millis,
            verdict);
    return Changed.with(
        plain, "histogram", HistogramText.encode(exponential(meanMillis, 1_000L * threads + step)));
  }

  private static Histogram exponential(double meanMillis, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < CALLS_IN_HISTOGRAM; i++) {
      histogram.recordValue(Math.round(-Math.log(1 - random.nextDouble()) * meanMillis * 1e6));
    }
    return histogram;
  }
}
