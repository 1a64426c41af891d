package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult CELL = SAMPLE.cells().get(0);
  private static final StepResult STEP = CELL.steps().get(0);
  private static final StepResult INVALID = STEP.judged(Verdict.invalid("why"));

  @Test
  void aLevelThatStayedInvalidMakesTheMeasurementInvalid() {
    assertThat(ExitCode.of(result(INVALID))).isEqualTo(ExitCode.INVALID);
    assertThat(ExitCode.of(result(INVALID, INVALID))).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void aLevelThatASearchMeasuredAgainIsValid() {
    assertThat(ExitCode.of(result(INVALID, STEP.judged(Verdict.fail("why")))))
        .isEqualTo(ExitCode.DONE);
  }

  private static StudyResult result(StepResult... steps) {
    return new StudyResult(
        SAMPLE.version(),
        SAMPLE.study(),
        SAMPLE.title(),
        SAMPLE.poolbench(),
        SAMPLE.started(),
        SAMPLE.finished(),
        false,
        SAMPLE.host(),
        SAMPLE.calibration(),
        SAMPLE.published(),
        List.of(
            new CellResult(
                CELL.cell(),
                1,
                CELL.pool(),
                CELL.environment(),
                CELL.warmUp(),
                List.of(steps),
                CELL.failedCalls(),
                "")));
  }
}
