package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlaAssertionTest {
  private static final Sla.Bound TP99 = new Sla.Bound("tp99", 10);
  private static final Sla.Bound TPS = new Sla.Bound("tps", 1000);

  /** Steps at 8, 16, 24, 32 and 40 users, in that order; a blank is one that did not come. */
  @ParameterizedTest
  @CsvSource({
    "PPPPP, PASS",
    "PPPFF, PASS",
    // 24 users not measured: a passing level above is enough, a failing one is not.
    "PP PF, PASS",
    "PP FF, INVALID",
    "PP, INVALID",
    // Fails at or below 24 users.
    "PPFPP, FAIL",
    // Fails although other levels are INVALID.
    "IFPPP, FAIL",
    "PFIPP, FAIL",
    "PPIPP, INVALID",
    "IIIII, INVALID",
    // Levels beyond 24 users are not asserted.
    "PPPIF, PASS",
  })
  void itPassesIfAllLevelsUpToTheLoadPassAndTheLoadIsReached(String verdicts, Verdict.Kind kind) {
    assertThat(assertion(verdicts).verdict().kind()).isEqualTo(kind);
  }

  @Test
  void aCellWithoutStepsIsInvalid() {
    Verdict verdict = new SlaAssertion(cell(List.of())).verdict();
    assertThat(verdict)
        .isEqualTo(Verdict.invalid(ViolationCode.LOAD_NOT_REACHED.violation(0.0, 24.0)));
  }

  @Test
  void theDecidingStepsAreReturned() {
    assertThat(assertion("PFFFF").deciding()).extracting(StepResult::level).containsExactly(16);
    assertThat(assertion("PFFFF").verdict()).isEqualTo(Verdict.fail(Cells.violation(16)));
    assertThat(assertion("IPIPP").deciding()).extracting(StepResult::level).containsExactly(8, 24);
    assertThat(assertion("IPIPP").verdict())
        .isEqualTo(Verdict.invalid(Cells.violation(8), Cells.violation(24)));
    assertThat(assertion("PPPPP").deciding()).isEmpty();
    assertThat(assertion("PPPPP").text()).isEqualTo("TP99 < 10 ms up to 24 users");
  }

  @ParameterizedTest
  @CsvSource({"PFP, PASS", "PFF, FAIL", "PF, FAIL", "IIP, PASS", "FII, FAIL", "III, INVALID"})
  void theMajorityOfStepsOfALevelDecides(String verdicts, Verdict.Kind kind) {
    List<StepResult> steps = new ArrayList<>();
    verdicts.chars().forEach(verdict -> steps.add(Cells.step(24, (char) verdict)));
    assertThat(new SlaAssertion(cell(steps)).verdict().kind()).isEqualTo(kind);
  }

  @Test
  void tooLittleLoadForATpsBoundFailsOnlyAtTheAssertedLoad() {
    assertThat(new SlaAssertion(serving(500, 1500, 2000)).verdict()).isEqualTo(Verdict.pass());
    assertThat(new SlaAssertion(serving(500, 700, 900)).verdict())
        .isEqualTo(Verdict.fail(Violation.of(Metric.TPS, 900, 1000)));
    assertThat(new SlaAssertion(serving(1500, 700, 2000)).verdict())
        .isEqualTo(Verdict.fail(Violation.of(Metric.TPS, 700, 1000)));
  }

  @Test
  void everyBoundIsCheckedAtEveryLevelUpToTheLoad() {
    List<SlaAssertion.Check> checks = new SlaAssertion(serving(500, 1500, 900)).checks();
    assertThat(checks)
        .extracting(of -> of.step().level() + of.bound().metric() + " " + of.verdict().kind())
        .containsExactly(
            "8tp99 INVALID",
            "8tps INVALID",
            "16tp99 PASS",
            "16tps PASS",
            "24tp99 PASS",
            "24tps FAIL");
    assertThat(checks.get(0).verdict().codes()).containsExactly("tps");
  }

  @Test
  void theChecksFailExactlyIfTheAssertionFails() {
    for (int code = 0; code < 27; code++) {
      CellResult cell = serving(tps(code), tps(code / 3), tps(code / 9));
      SlaAssertion assertion = new SlaAssertion(cell);
      boolean failing =
          assertion.checks().stream().anyMatch(c -> c.verdict().kind() == Verdict.Kind.FAIL);
      boolean fails = assertion.verdict().kind() == Verdict.Kind.FAIL;
      assertThat(fails).as("code " + code).isEqualTo(failing);
    }
  }

  @Test
  void aCellWithoutUpToHasNoAssertion() {
    assertThat(SlaAssertion.of(Cells.cell("c", 1, List.of(8), "P"))).isEmpty();
  }

  private static int tps(int code) {
    return List.of(500, 1500, 800).get(code % 3);
  }

  private static SlaAssertion assertion(String verdicts) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < verdicts.length(); i++) {
      int level = 8 * (i + 1);
      if (verdicts.charAt(i) != ' ') {
        steps.add(Cells.step(level, verdicts.charAt(i)));
      }
    }
    return new SlaAssertion(cell(steps));
  }

  private static CellResult cell(List<StepResult> steps) {
    return cell(new Sla(List.of(TP99), 24), steps);
  }

  private static CellResult cell(Sla sla, List<StepResult> steps) {
    return Cells.cell("fixed 4", 1, Cells.users(List.of(8, 16, 24, 32, 40)), sla, steps);
  }

  /** So many answers a second at 8, 16 and 24 users, 1,000 of which are promised. */
  private static CellResult serving(int... tps) {
    Sla sla = new Sla(List.of(TP99, TPS), 24);
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < tps.length; i++) {
      StepResult step = Steps.step(8 * (i + 1), Steps.ok(10L * tps[i]), 5);
      steps.add(step.judged(new SlaEvaluator(sla).evaluate(step, List.of())));
    }
    return cell(sla, steps);
  }
}
