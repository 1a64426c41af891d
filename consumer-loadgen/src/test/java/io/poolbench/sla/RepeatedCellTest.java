package io.poolbench.sla;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Search;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedCellTest {
  private static final List<CellResult> CELLS =
      List.of(
          cell("a", 1, "PPPF"),
          cell("a", 2, "PIF"),
          cell("a", 3, ""),
          cell("b", 1, "PF"),
          cell("b", 2, "PP"));

  @Test
  void repetitionsOfACellComeTogetherInTheOrderOfTheResult() {
    List<RepeatedCell> cells = RepeatedCell.of(CELLS);
    assertThat(cells).extracting(RepeatedCell::count).containsExactly(3, 2);
    assertThat(cells).extracting(cell -> cell.cell().name()).containsExactly("a", "b");
    assertThat(cells.get(0).repetitions()).isEqualTo(CELLS.subList(0, 3));
  }

  @Test
  void theLevelsAreThoseOfAnyRepetition() {
    assertThat(RepeatedCell.of(CELLS).get(0).levels()).containsExactly(1, 8, 16, 24);
  }

  @Test
  void anInvalidStepIsNotBehindAFigure() {
    RepeatedCell cell = RepeatedCell.of(CELLS).get(0);
    assertThat(cell.spread(1, RepeatedCellTest::level)).contains(new Spread(1, 1, 1, 2));
    assertThat(cell.spread(8, RepeatedCellTest::level)).contains(new Spread(8, 8, 8, 1));
    assertThat(cell.steps(8)).hasSize(2);
  }

  @Test
  void aFigureThatIsUnknownInARepetitionIsToldByTheOthers() {
    RepeatedCell cell = RepeatedCell.of(CELLS).get(1);
    assertThat(cell.steps(8)).hasSize(2);
    assertThat(cell.spread(8, step -> step.verdict().kind() == Verdict.Kind.FAIL ? null : 7.0))
        .contains(new Spread(7, 7, 7, 1));
    assertThat(cell.spread(1, step -> null)).isEmpty();
    assertThat(cell.spread(99, StepResult::tps)).isEmpty();
  }

  @Test
  void theMostLoadIsToldByRepetitionAndOverThem() {
    RepeatedCell cell = RepeatedCell.of(CELLS).get(0);
    assertThat(cell.capacities())
        .extracting(Capacity::answer)
        .containsExactly("16", "at least 1", "unknown");
    assertThat(cell.capacity()).map(CapacitySpread::answer).contains("at least 1");
  }

  @Test
  void ofSeveralStepsInARepetitionMostDecide() {
    assertThat(RepeatedCell.of(CELLS).get(0).verdicts(8))
        .containsExactly(Verdict.Kind.PASS, Verdict.Kind.INVALID);
    CellResult searched =
        SimulatedSearch.users(
                List.of(8, 24, 25), Search.Method.BISECT, List.of(24, 25), 3, level -> 'P')
            .run();
    CellResult failed =
        SimulatedSearch.users(List.of(), Search.Method.BISECT, List.of(24, 25), 3, level -> 'F')
            .run();
    RepeatedCell cell = new RepeatedCell(List.of(searched, failed));
    assertThat(cell.steps(25)).hasSize(4);
    assertThat(cell.verdicts(25)).containsExactly(Verdict.Kind.PASS, Verdict.Kind.FAIL);
    assertThat(cell.spread(25, RepeatedCellTest::level)).contains(new Spread(25, 25, 25, 4));
    assertThat(cell.perRepetition(25, RepeatedCellTest::level)).containsExactly(25.0, 25.0);
  }

  private static Double level(StepResult step) {
    return (double) step.level();
  }

  private static CellResult cell(String name, int repetition, String verdicts) {
    return Cells.cell(
        name,
        repetition,
        new Workload.Closed(ThinkTime.NONE),
        List.of(1, 8, 16, 24),
        verdicts,
        false);
  }
}
