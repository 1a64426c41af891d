package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SamplePhases;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepTableTest {
  @Test
  void stepsStandByTheirLoadAndThoseOfOneLoadInTheOrderTheyRan() {
    CellResult cell = SampleResult.studyResult().cells().get(1);
    StepResult of24 = cell.steps().get(1).judged(Verdict.pass());
    StepResult of8 = cell.steps().get(0).judged(SampleVerdicts.INVALID);
    StepResult of24Again = cell.steps().get(1).judged(SampleVerdicts.FAIL);
    Page page = new Page();
    new StepTable(Changed.with(cell, "allSteps", List.of(of24, of8, of24Again))).writeTo(page);

    assertThat(Terminal.PLAIN.text(page).lines())
        .filteredOn(line -> line.matches(" *(8|24) .*(PASS|FAIL|INVALID).*"))
        .satisfiesExactly(
            line -> assertThat(line).contains("INVALID (1)"),
            line -> assertThat(line).contains("PASS"),
            line -> assertThat(line).contains("FAIL (2)"));
  }

  @Test
  void anInvalidPhaseIsMarkedAndSoIsTheStepThatWentThroughIt() {
    CellResult cell = SamplePhases.studyResult().cells().get(0);
    StepResult step = cell.steps().get(0);
    List<PhaseResult> phases = new ArrayList<>(step.phases());
    PhaseResult overload = phases.get(1);
    phases.set(
        1, Changed.with(overload, "figures", overload.figures().judged(SampleVerdicts.INVALID)));
    StepResult disturbed = step.withPhases(phases, step.slices(), step.capacityTps());

    String table = text(Changed.with(cell, "allSteps", List.of(disturbed)));

    assertThat(table.lines().filter(line -> line.contains(" ? ")))
        .satisfiesExactly(
            whole -> assertThat(whole).startsWith("| queue 0 ? "),
            phase -> assertThat(phase).startsWith("|   overload ? "));
    assertThat(table.lines()).contains("? INVALID");
    assertThat(text(cell)).doesNotContain("?");
  }

  private static String text(CellResult cell) {
    Page page = new Page();
    new PhaseTable(RepeatedCell.of(List.of(cell))).writeTo(page);
    return Markdown.text(page);
  }
}
