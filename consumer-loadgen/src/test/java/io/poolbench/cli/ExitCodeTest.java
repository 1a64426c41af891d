package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.CellFailure;
import io.poolbench.result.CellResult;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult CELL = SAMPLE.cells().get(0);
  private static final StepResult STEP = CELL.steps().get(0);
  private static final Verdict PASS = Verdict.pass();
  private static final Verdict FAIL = SampleVerdicts.FAIL;
  private static final Verdict UNDECIDED = SampleVerdicts.UNDECIDED;
  private static final Verdict INVALID = SampleVerdicts.INVALID;

  @Test
  void aLevelThatStayedInvalidMakesTheMeasurementInvalid() {
    assertThat(ExitCode.of(result(INVALID))).isEqualTo(ExitCode.INVALID);
    assertThat(ExitCode.of(result(INVALID, INVALID))).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void aLevelThatASearchMeasuredAgainIsValid() {
    assertThat(ExitCode.of(result(INVALID, FAIL))).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aBrokenAssertionHasItsExitCode() {
    assertThat(ExitCode.of(asserted("", PASS, PASS))).isEqualTo(ExitCode.DONE);
    assertThat(ExitCode.of(asserted("", PASS, FAIL))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(ExitCode.of(asserted("", PASS))).isEqualTo(ExitCode.INVALID);
    assertThat(ExitCode.of(result(FAIL, FAIL))).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anUndecidedStepMattersWhereItIsAsserted() {
    assertThat(ExitCode.of(asserted("", PASS, UNDECIDED))).isEqualTo(ExitCode.INVALID);
    assertThat(ExitCode.of(asserted("", UNDECIDED, PASS))).isEqualTo(ExitCode.INVALID);
    assertThat(ExitCode.of(asserted("", UNDECIDED, FAIL))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(ExitCode.of(result(UNDECIDED))).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anExpressionThatIsFalseFailsARunAndAnUndecidedOneMakesItInvalid() {
    assertThat(ExitCode.of(asserting("1 < 2"))).isEqualTo(ExitCode.DONE);
    assertThat(ExitCode.of(asserting("1 > 2"))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(ExitCode.of(asserting("tps('none', 1) > 2"))).isEqualTo(ExitCode.INVALID);
  }

  private static StudyResult asserting(String expression) {
    return Changed.with(result(PASS), "assertions", List.of(expression));
  }

  @Test
  void aBrokenAssertionWeighsMoreThanALabThatFailedWhichWeighsMoreThanWhatIsInvalid() {
    assertThat(ExitCode.of(asserted("failed", FAIL, INVALID))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(ExitCode.of(asserted("failed", PASS, INVALID))).isEqualTo(ExitCode.LAB_FAILED);
    assertThat(ExitCode.of(asserted("", PASS, INVALID))).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void ofSeveralStudiesTheGravestExitCodeIsReturned() {
    assertThat(ExitCode.LAB_FAILED.worse(ExitCode.ASSERTION_FAILED))
        .isEqualTo(ExitCode.ASSERTION_FAILED.worse(ExitCode.LAB_FAILED))
        .isEqualTo(ExitCode.ASSERTION_FAILED);
    for (ExitCode code : ExitCode.values()) {
      assertThat(code.worse(ExitCode.INTERRUPTED)).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(code.worse(ExitCode.DONE)).isEqualTo(code);
      assertThat(ExitCode.DONE.worse(code)).isEqualTo(code);
    }
  }

  /** The verdicts of steps at 8 and 24 users, up to which the SLA is asserted. */
  private static StudyResult asserted(String failure, Verdict... verdicts) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      steps.add(CELL.steps().get(i).judged(verdicts[i]));
    }
    Cell cell = CELL.cell();
    Cell asserted = Changed.with(cell, "sla", new Sla(cell.sla().bounds(), 24));
    return result(asserted, failure, steps);
  }

  private static StudyResult result(Verdict... verdicts) {
    return result(CELL.cell(), "", Stream.of(verdicts).map(STEP::judged).toList());
  }

  private static StudyResult result(Cell cell, String failure, List<StepResult> steps) {
    CellResult ran = Changed.with(Changed.with(CELL, "cell", cell), "allSteps", steps);
    StudyResult whole = Changed.with(SAMPLE, "interrupted", false);
    CellFailure failed =
        failure.isEmpty() ? null : CellFailure.of(ViolationCode.LAB_FAILED, failure);
    return Changed.with(whole, "cells", List.of(Changed.with(ran, "failure", failed)));
  }
}
