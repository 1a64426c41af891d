package io.poolbench.store;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import java.util.ArrayList;
import java.util.List;

/** A sample result with repeated cells. */
public final class SampleRepetitions {
  private static final Verdict SLOW = SampleVerdicts.FAIL;
  private static final Verdict DISTURBED = SampleVerdicts.INVALID;

  private SampleRepetitions() {}

  /** Two cells, three times each: with an INVALID step, and a failed one. */
  public static StudyResult studyResult() {
    return SampleResult.studyResult(
        "Three times each",
        List.of(
            repetition("fixed 24", 1, 1.0, List.of(Verdict.pass(), Verdict.pass(), SLOW)),
            repetition("fixed 24", 2, 1.04, List.of(Verdict.pass(), SLOW, SLOW)),
            repetition("fixed 24", 3, 0.97, List.of(Verdict.pass(), DISTURBED, SLOW)),
            repetition("fixed 48", 1, 1.1, List.of(Verdict.pass(), Verdict.pass(), Verdict.pass())),
            repetition("fixed 48", 2, 1.2, List.of(Verdict.pass(), Verdict.pass(), Verdict.pass())),
            repetition("fixed 48", 3, 1.0, List.of())));
  }

  /** A cell whose TPS is scaled by a factor; failed if it has no verdicts. */
  private static CellResult repetition(
      String name, int repetition, double factor, List<Verdict> verdicts) {
    int threads = Integer.parseInt(name.substring("fixed ".length()));
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      int level = SampleResult.USERS.levels().get(i);
      double tps = factor * 300 * level;
      boolean slow = verdicts.get(i).kind() == Verdict.Kind.FAIL;
      steps.add(
          SampleResult.step(
              i + 1,
              level,
              tps,
              new Calls(Math.round(10 * tps), 0, 0, 0, 0),
              level / tps * 1000,
              slow ? 12.34 : 8 / factor,
              verdicts.get(i)));
    }
    CellResult completed = SampleResult.fixed(name, threads, repetition, steps);
    return verdicts.isEmpty()
        ? Changed.with(
            completed,
            "pool",
            null,
            "failure",
            CellFailure.of(
                ViolationCode.LAB_FAILED,
                "the provider ended before it was ready, with exit code 1"))
        : completed;
  }
}
