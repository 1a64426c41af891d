package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study.Sizing;
import io.poolbench.store.SampleCurves;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recommendation of a study, by its result alone. */
class RecommendationTablesTest {
  private static final StepResult LIGHT = SampleCurves.step(4, 1400, 4);
  private static final StepResult HIGHER = SampleCurves.step(8, 2500, 5);
  private static final StepResult HIGHEST = SampleCurves.step(24, 5000, 11);

  private static final double TPS_PER_CPU_PCT = 56;

  private static final StepResult[] LOADS = {
    used(2, 700, 4.3),
    used(4, 1390, 4.3),
    used(8, 2700, 4.4),
    used(12, 3800, 4.7),
    used(16, 4600, 5.2),
    used(24, 5300, 6.8),
    used(32, 5450, 8.8),
    used(48, 5500, 13)
  };

  private static StudyResult result(Sizing sizing, StepResult... steps) {
    return Changed.with(
        SampleCurves.study(List.of(SampleCurves.repetition("fixed 24", 1, steps))),
        "sizing",
        sizing);
  }

  /** A step whose calls take the same CPU time at each load. */
  private static StepResult used(int users, double tps, double tp99Millis) {
    return Changed.with(
        SampleCurves.step(users, tps, tp99Millis), "figures.PROVIDER_CPU", tps / TPS_PER_CPU_PCT);
  }

  private static String text(StudyResult result) {
    Page page = new Page();
    RecommendationTables.writeTo(new EvaluatedResult(result), page);
    return Markdown.text(page);
  }

  @Test
  void ruleAStudyThatSizesAPoolRecommendsOneWithItsMargin() {
    assertThat(text(result(new Sizing(6, 35), LOADS)))
        .contains("margin of 35 %", "dubbo.protocol.threads=");
  }

  /** With a line for the exit code that is 25 lines. */
  @Test
  void ruleTheAnswerOfASizingStudyIsAScreenWithItsLastLine() {
    List<CellResult> cells = new ArrayList<>();
    for (String learning : List.of("fixed 24", "fixed 4", "cached 20/200")) {
      cells.add(SampleCurves.repetition(learning, 1, LOADS));
    }
    Iterator<CellResult> verifying = SimulatedResult.paired(7, 12, 24, 30).cells().iterator();
    for (Role role : Role.values()) {
      boolean recommended = role == Role.RECOMMENDED;
      cells.add(
          Changed.with(
              verifying.next(),
              "predicted",
              new PredictedUsers(role, 25, 18, 32.0, recommended ? 20 : null, false)));
    }
    StudyResult result =
        Changed.with(
            SampleCurves.study(cells),
            "sizing",
            new Sizing(18, 20),
            "paired",
            new Paired(7, null),
            "calibration",
            null);

    String answer = Terminal.PLAIN.text(SlaTables.summary(new EvaluatedResult(result)));

    assertThat(answer.lines()).hasSizeLessThanOrEqualTo(24);
    assertThat(answer)
        .contains("Recommended: ", "dubbo.protocol.threads=", "The recommendation is ")
        .doesNotContain("Validity", "[>", "[<");
  }

  @Test
  void ruleAnIntervalOfTheMaxUsersFromZeroOnIsNoAnswer() {
    assertThat(text(result(new Sizing(6, 35), LIGHT, HIGHER, HIGHEST)))
        .startsWith("No recommendation: max users of ")
        .doesNotContain("dubbo.protocol");
  }

  @Test
  void ruleWithoutAModelTheMissingMeasurementIsNamed() {
    assertThat(text(result(new Sizing(6, 20), LIGHT, HIGHER)))
        .contains("No recommendation: 2 usable steps", "measure further loads");
  }

  @Test
  void ruleAPoolThatCarriesNoUserIsNotRecommended() {
    StudyResult result =
        result(
            new Sizing(6, 20),
            SampleCurves.step(4, 100, 60),
            SampleCurves.step(8, 180, 70),
            SampleCurves.step(24, 400, 90));

    EvaluatedResult evaluated = new EvaluatedResult(result);
    assertThat(evaluated.recommendation()).isEmpty();
    assertThat(evaluated.recommendationLack()).startsWith("no pool carries 1 user within TP99");
    assertThat(Shortfall.of(evaluated)).hasSize(1);
  }
}
