package io.poolbench.store;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Invented results of fixed pools whose figures a test chooses. */
public final class SampleCurves {
  private SampleCurves() {}

  /** A step: PASS below 10 ms, FAIL from there. */
  public static StepResult step(int users, double tps, double tp99Millis) {
    return step(users, tps, tp99Millis, tp99Millis < 10 ? Verdict.pass() : SampleVerdicts.FAIL);
  }

  /** A step with a verdict of its own. */
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
    return new CellResult(
        SampleResult.cell(name, PoolConfig.of(PoolType.FIXED, null, 24, null, null)),
        repetition,
        new EffectivePool("ThreadPoolExecutor", 24, 24, 0L, "SynchronousQueue", 0),
        SampleResult.environment(true),
        null,
        List.of(steps),
        Map.of(),
        null);
  }

  /** A result of finished cells. */
  public static StudyResult study(List<CellResult> cells) {
    StudyResult partial = SampleResult.studyResult("Curves", cells);
    return new StudyResult(
        partial.version(),
        partial.study(),
        partial.title(),
        partial.poolbench(),
        partial.started(),
        partial.finished(),
        false,
        partial.host(),
        partial.calibration(),
        partial.published(),
        partial.cells());
  }

  /**
   * A cell of 8 and 24 users, in as many repetitions as there are factors on its TPS and its TP99.
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
