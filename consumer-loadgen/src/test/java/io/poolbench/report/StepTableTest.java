package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
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
  private static final List<CellResult> CELLS = SampleResult.studyResult().cells();
  private static final StepResult OF_500_CALLS = CELLS.get(1).steps().get(1);
  private static final StepResult OF_39_000_CALLS = CELLS.get(1).steps().get(0);

  @Test
  void aPercentileThatIsLeftOutNamesTheCallsNeededAndMeasured() {
    assertThat(lines(OF_39_000_CALLS, OF_500_CALLS))
        .contains(
            "TP99 needs 1,000 calls: 24 users had 500; TP999 needs 10,000 calls: 24 users had 500");
  }

  @Test
  void aStepWithAllPercentilesHasNoNote() {
    assertThat(lines(OF_39_000_CALLS)).noneMatch(line -> line.contains("needs"));
  }

  @Test
  void stepsStandByTheirLoadAndThoseOfOneLoadInTheOrderTheyRan() {
    StepResult of24 = OF_500_CALLS.judged(Verdict.pass());
    StepResult of8 = OF_39_000_CALLS.judged(SampleVerdicts.INVALID);
    StepResult of24Again = OF_500_CALLS.judged(SampleVerdicts.FAIL);
    assertThat(lines(of24, of8, of24Again))
        .filteredOn(line -> line.matches(" *(8|24) .*(PASS|FAIL|INVALID).*"))
        .satisfiesExactly(
            line -> assertThat(line).contains("INVALID (1)"),
            line -> assertThat(line).contains("PASS"),
            line -> assertThat(line).contains("FAIL (2)"));
  }

  private static List<String> lines(StepResult... steps) {
    CellResult cell = Changed.with(CELLS.get(1), "allSteps", List.of(steps));
    Page page = new Page();
    new StepTable(cell).writeTo(page);
    return Terminal.PLAIN.text(page).lines().toList();
  }

  @Test
  void aColumnThatIsUnknownInEveryRowIsLeftOut() {
    Table table =
        Table.of(
            CELLS.get(1).steps(),
            StepTable.level(CELLS.get(1).cell().load().workload()),
            StepTable.column(Metric.BACKLOG),
            StepTable.column(Metric.PROVIDER_CPU));
    assertThat(table.titles()).containsExactly("users", Metric.PROVIDER_CPU.heading());
    assertThat(table.rows())
        .containsExactly(List.of("8", "18.8"), List.of("24", "-"), List.of("40", "93.8"));
  }

  @Test
  void metricsInOneColumnAreUnknownOnlyWhereAllAre() {
    Table table =
        Table.of(
            CELLS.get(1).steps().subList(0, 2),
            StepTable.column("GCs", Metric.GC_COUNT, Metric.GC_PAUSE),
            StepTable.column("Redis", Metric.REDIS_MEAN, Metric.REDIS_TP99));
    assertThat(table.rows().get(0)).containsExactly("3 / 12.5", "0.00 / -");
    assertThat(table.rows().get(1).get(0)).isEqualTo("-");
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
