package io.poolbench.store;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import java.util.List;
import java.util.stream.IntStream;

/** Sample results of fixed pools with given values. */
public final class SampleCurves {
  private SampleCurves() {}

  /** A step: PASS below 10 ms, FAIL from there. */
  public static StepResult step(int users, double tps, double tp99Millis) {
    return step(users, tps, tp99Millis, tp99Millis < 10 ? Verdict.pass() : SampleVerdicts.FAIL);
  }

  /** A step with a verdict. */
  public static StepResult step(int users, double tps, double tp99Millis, Verdict verdict) {
    return SampleResult.step(
        1,
        users,
        tps,
        new Calls(Math.round(10 * tps), 0, 0, 0, 0),
        1000.0 * users / tps,
        tp99Millis,
        verdict);
  }

  /** A repetition of a cell. */
  public static CellResult repetition(String name, int repetition, StepResult... steps) {
    return SampleResult.fixed(name, 24, repetition, List.of(steps));
  }

  /** A result of finished cells. */
  public static StudyResult study(List<CellResult> cells) {
    return Changed.with(SampleResult.studyResult("Curves", cells), "interrupted", false);
  }

  /**
   * A cell of 8 and 24 users, with one repetition per factor on TPS and TP99.
   *
   * @param tp99Millis at 24 users; half of it at 8
   */
  public static StudyResult repeated(
      String name, double tps, double tp99Millis, double... factors) {
    return study(
        IntStream.range(0, factors.length)
            .mapToObj(
                i ->
                    repetition(
                        name,
                        i + 1,
                        step(8, tps / 2 * factors[i], tp99Millis / 2 / factors[i]),
                        step(24, tps * factors[i], tp99Millis / factors[i])))
            .toList());
  }
}
