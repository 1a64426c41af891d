package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidityNotesTest {
  @Test
  void stealHasItsRangeOverAllStepsAndAQuietHostNoSentence() {
    assertThat(ValidityNotes.host(stolen(0, 0))).isEmpty();
    assertThat(ValidityNotes.host(stolen(0, 9)))
        .singleElement()
        .asString()
        .contains("CPU steal 0.0 to 9.0 %");
  }

  private static StudyResult stolen(double first, double second) {
    StudyResult sample = SampleResult.studyResult();
    List<StepResult> steps = List.of(step(1, 8, first), step(2, 16, second));
    return Changed.with(
        sample, "cells", List.of(Changed.with(sample.cells().get(0), "allSteps", steps)));
  }

  private static StepResult step(int number, int level, double stealPct) {
    Calls calls = new Calls(1_000, 0, 0, 0, 0);
    StepResult step = SampleResult.step(number, level, 100, calls, 4, 4, Verdict.pass());
    return Changed.with(step, "figures", Figures.UNKNOWN.with(Metric.STEAL, stealPct));
  }
}
