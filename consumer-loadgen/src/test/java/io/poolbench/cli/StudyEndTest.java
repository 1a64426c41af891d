package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.store.SampleResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StudyEndTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult CELL = SAMPLE.cells().get(0);
  private static final StepResult STEP = CELL.steps().get(0);
  private static final Verdict PASS = Verdict.pass();
  private static final Verdict FAIL = SampleVerdicts.FAIL;
  private static final Verdict UNDECIDED = SampleVerdicts.UNDECIDED;
  private static final Verdict INVALID = SampleVerdicts.INVALID;

  @Test
  void aLevelThatStayedInvalidMakesTheMeasurementInvalid() {
    assertThat(code(result(INVALID))).isEqualTo(ExitCode.INVALID);
    assertThat(code(result(INVALID, INVALID))).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void aLevelThatASearchMeasuredAgainIsValid() {
    assertThat(code(result(INVALID, FAIL))).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aBrokenAssertionHasItsExitCode() {
    assertThat(code(asserted("", PASS, PASS))).isEqualTo(ExitCode.DONE);
    assertThat(code(asserted("", PASS, FAIL))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(code(asserted("", PASS))).isEqualTo(ExitCode.INVALID);
    assertThat(code(result(FAIL, FAIL))).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anUndecidedStepMattersWhereItIsAsserted() {
    assertThat(code(asserted("", PASS, UNDECIDED))).isEqualTo(ExitCode.INVALID);
    assertThat(code(asserted("", UNDECIDED, PASS))).isEqualTo(ExitCode.INVALID);
    assertThat(code(asserted("", UNDECIDED, FAIL))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(code(result(UNDECIDED))).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anExpressionThatIsFalseFailsARunAndAnUndecidedOneMakesItInvalid() {
    assertThat(code(asserting("1 < 2"))).isEqualTo(ExitCode.DONE);
    assertThat(code(asserting("1 > 2"))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(code(asserting("tps('none', 1) > 2"))).isEqualTo(ExitCode.INVALID);
  }

  /** What failed a run is in its last line, with the folder. */
  @Test
  void theLastLineHasTheExitCodeItsReasonAndTheFolder() {
    Path folder = Path.of("results", "sample");
    assertThat(StudyEnd.of(new EvaluatedResult(result(PASS))).line(folder))
        .startsWith("exit 0: ")
        .contains(folder.toString());
    assertThat(StudyEnd.of(new EvaluatedResult(result(INVALID))).line(folder))
        .startsWith("exit 4: ")
        .contains(CELL.cell().name(), " is INVALID: ")
        .endsWith(folder.toString());
    StudyResult interrupted = Changed.with(result(PASS), "interrupted", true);
    assertThat(StudyEnd.of(new EvaluatedResult(interrupted)).line(folder))
        .startsWith("exit 130: ")
        .contains("--resume");
  }

  private static ExitCode code(StudyResult result) {
    return StudyEnd.of(new EvaluatedResult(result)).code();
  }

  private static StudyResult asserting(String expression) {
    return Changed.with(result(PASS), "assertions", List.of(expression));
  }

  @Test
  void aBrokenAssertionWeighsMoreThanALabThatFailedWhichWeighsMoreThanWhatIsInvalid() {
    assertThat(code(asserted("failed", FAIL, INVALID))).isEqualTo(ExitCode.ASSERTION_FAILED);
    assertThat(code(asserted("failed", PASS, INVALID))).isEqualTo(ExitCode.LAB_FAILED);
    assertThat(code(asserted("", PASS, INVALID))).isEqualTo(ExitCode.INVALID);
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
