package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.ViolationText;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyEndTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult CELL = SAMPLE.cells().get(0);
  private static final StepResult STEP = CELL.steps().get(0);
  private static final Verdict PASS = Verdict.pass();

  @ParameterizedTest
  @CsvSource({
    "I, INVALID",
    "I I, INVALID",
    // A search measured the level again.
    "I F, DONE",
    "F F, DONE",
    "U, DONE",
  })
  void aLevelThatStayedInvalidMakesTheMeasurementInvalid(String verdicts, ExitCode code) {
    assertThat(code(result(verdicts(verdicts)))).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "P P, '', DONE",
    "P F, '', ASSERTION_FAILED",
    "P, '', INVALID",
    "P U, '', INVALID",
    "U P, '', INVALID",
    "U F, '', ASSERTION_FAILED",
    // A broken assertion weighs more than a lab that failed, which weighs more than INVALID.
    "F I, failed, ASSERTION_FAILED",
    "P I, failed, LAB_FAILED",
    "P I, '', INVALID",
  })
  void aBrokenAssertionHasItsExitCode(String verdicts, String failure, ExitCode code) {
    assertThat(code(asserted(failure, verdicts(verdicts)))).isEqualTo(code);
  }

  /** The section Validity lists no step that fails, and no step of a paired study. */
  @ParameterizedTest
  @CsvSource({"P F, REFUTED", "P I, NOT SHOWN", "P U, NOT SHOWN"})
  void theLastLineOfABrokenAssertionHasItsReason(String verdicts, String decision) {
    Verdict[] each = verdicts(verdicts);

    assertThat(StudyEnd.of(new EvaluatedResult(asserted("", each))).line(Path.of("results")))
        .contains("up to 24 users is " + decision + ": " + ViolationText.of(each[each.length - 1]));
  }

  @ParameterizedTest
  @CsvSource({"1 < 2, DONE", "1 > 2, ASSERTION_FAILED", "'tps(\"none\", 1) > 2', INVALID"})
  void anExpressionThatIsFalseFailsARunAndAnUndecidedOneMakesItInvalid(
      String expression, ExitCode code) {
    List<String> assertions = List.of(expression);
    assertThat(code(Changed.with(result(PASS), "assertions", assertions))).isEqualTo(code);
  }

  private static Verdict[] verdicts(String initials) {
    return Stream.of(initials.split(" "))
        .map(of -> SampleVerdicts.of(of.charAt(0)))
        .toArray(Verdict[]::new);
  }

  /** What failed a run is in its last line, with the folder. */
  @Test
  void theLastLineHasTheExitCodeItsReasonAndTheFolder() {
    Path folder = Path.of("results", "sample");
    assertThat(StudyEnd.of(new EvaluatedResult(result(PASS))).line(folder))
        .startsWith("exit 0: ")
        .contains(folder.toString());
    assertThat(StudyEnd.of(new EvaluatedResult(result(SampleVerdicts.INVALID))).line(folder))
        .startsWith("exit 4: ")
        .contains(CELL.cell().name(), " is INVALID: ")
        .endsWith(folder.toString());
    StudyResult interrupted = Changed.with(result(PASS), "interrupted", true);
    assertThat(StudyEnd.of(new EvaluatedResult(interrupted)).line(folder))
        .startsWith("exit 130: interrupted: ")
        .contains("run --resume");
    assertThat(StudyEnd.of(new EvaluatedResult(interrupted), "start again").line(folder))
        .startsWith("exit 130: interrupted: start again; ");
  }

  /** The provider's log is on the machine that was lost. */
  @ParameterizedTest
  @CsvSource({"PROVIDER_HOST_LOST, --resume", "PROVIDER_ENDED, see the provider"})
  void theLastLineOfALostMachineNamesNoLogOfTheProvider(ViolationCode code, String next) {
    CellResult lost = Changed.with(CELL, "failure", CellFailure.of(code, "lost: ended"));
    StudyResult result = Changed.with(SAMPLE, "interrupted", false, "cells", List.of(lost));

    assertThat(StudyEnd.of(new EvaluatedResult(result)).line(Path.of("results")))
        .contains(CELL.cell().name() + " failed: lost: ended", next);
    assertThat(StudyEnd.of(new EvaluatedResult(result), "start again").line(Path.of("results")))
        .doesNotContain("--resume");
  }

  private static ExitCode code(StudyResult result) {
    return StudyEnd.of(new EvaluatedResult(result)).code();
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
    Sla sla = new Sla(CELL.cell().sla().bounds(), 24);
    return result(Changed.with(CELL.cell(), "sla", sla), failure, steps);
  }

  private static StudyResult result(Verdict... verdicts) {
    return result(CELL.cell(), "", Stream.of(verdicts).map(STEP::judged).toList());
  }

  private static StudyResult result(Cell cell, String failure, List<StepResult> steps) {
    CellFailure failed =
        failure.isEmpty() ? null : CellFailure.of(ViolationCode.LAB_FAILED, failure);
    CellResult ran = Changed.with(CELL, "cell", cell, "allSteps", steps, "failure", failed);
    return Changed.with(SAMPLE, "interrupted", false, "cells", List.of(ran));
  }
}
