package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.Changed;
import io.poolbench.result.CellResult;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatedCellTest {
  private static final List<CellResult> CELLS =
      List.of(
          cell("a", 1, "PPPF"),
          cell("a", 2, "PIF"),
          cell("a", 3, ""),
          cell("b", 1, "PF"),
          cell("b", 2, "PP"));

  @Test
  void repetitionsAreGroupedByCellInTheOrderOfTheResult() {
    List<RepeatedCell> cells = RepeatedCell.of(CELLS);
    assertThat(cells).extracting(RepeatedCell::count).containsExactly(3, 2);
    assertThat(cells).extracting(cell -> cell.cell().name()).containsExactly("a", "b");
    assertThat(cells.get(0).repetitions()).isEqualTo(CELLS.subList(0, 3));
    assertThat(cells.get(0).levels()).as("of any repetition").containsExactly(1, 8, 16, 24);
  }

  @Test
  void invalidStepsDoNotCountInASpread() {
    RepeatedCell cell = RepeatedCell.of(CELLS).get(0);
    assertThat(cell.level(1).spread(Metric.TPS)).contains(new Spread(1_000, 1_000, 1_000, 2));
    assertThat(cell.level(8).spread(Metric.TPS)).contains(new Spread(1_000, 1_000, 1_000, 1));
    assertThat(cell.level(8).steps()).hasSize(2);
  }

  @Test
  void unknownValuesDoNotCountInASpread() {
    StepResult known = Steps.step(8, Steps.ok(10_000), 7);
    StepResult unknown = Changed.with(known, "latency", Latency.UNKNOWN);
    LevelResult level = new LevelResult(Cells.SLA, 8, List.of(List.of(known), List.of(unknown)));
    assertThat(level.spread(Metric.TP99)).contains(new Spread(7, 7, 7, 1));
    assertThat(level.perRepetition(Metric.TP99)).containsExactly(7.0);
    assertThat(level.spread(Metric.REDIS_MEAN)).isEmpty();
    assertThat(level.median(Metric.REDIS_MEAN)).isNull();
    assertThatIllegalArgumentException().isThrownBy(() -> RepeatedCell.of(CELLS).get(1).level(99));
  }

  /** Verdicts of steps with 1, 8, 16 and 24 users, repetition by repetition. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PPPF                | 16          | 16 | 16 | 1",
        "PPPF PPFF PPPP      | 16          | 8  | 24 | 3",
        "PPPF PPPP PPPP      | at least 24 | 16 | 24 | 3",
        "PPPP PPFF           | 8           | 8  | 24 | 2",
        "FFFF FFFF PPPF      | none        | 0  | 16 | 3",
        "IIII PPPF PPFF PPFF | 8           | 8  | 16 | 3",
        "PPIF PPFF PPFF      | 8           | 8  | 8  | 3",
        "PPIF PPIF PPFF      | at least 8  | 8  | 8  | 3",
      })
  void theCapacityIsTheMedianAndMayBeHigher(
      String repetitions, String answer, int lowest, int highest, int count) {
    CapacitySpread spread = capacity(repetitions).orElseThrow();
    assertThat(spread.answer()).isEqualTo(answer);
    assertThat(spread.lowest()).isEqualTo(lowest);
    assertThat(spread.highest()).isEqualTo(highest);
    assertThat(spread.count()).isEqualTo(count);
    assertThat(capacity("IIII II")).as("known of no repetition").isEmpty();
  }

  private static Optional<CapacitySpread> capacity(String repetitions) {
    return new RepeatedCell(
            Arrays.stream(repetitions.split(" ")).map(verdicts -> cell("a", 1, verdicts)).toList())
        .capacity();
  }

  @Test
  void theMajorityOfStepsDecidesInEachRepetition() {
    assertThat(RepeatedCell.of(CELLS).get(0).level(8).verdicts())
        .containsExactly(Verdict.Kind.PASS, Verdict.Kind.INVALID);
    CellResult searched =
        SimulatedSearch.users(List.of(8, 24, 25), List.of(24, 25), level -> 'P').run();
    CellResult failed = SimulatedSearch.users(List.of(), List.of(24, 25), level -> 'F').run();
    LevelResult level = new RepeatedCell(List.of(searched, failed)).level(25);
    assertThat(level.steps()).hasSize(4);
    assertThat(level.verdicts()).containsExactly(Verdict.Kind.PASS, Verdict.Kind.FAIL);
    assertThat(level.spread(Metric.TPS)).contains(new Spread(1_000, 1_000, 1_000, 4));
    assertThat(level.perRepetition(Metric.TPS)).containsExactly(1_000.0, 1_000.0);
  }

  private static CellResult cell(String name, int repetition, String verdicts) {
    return Cells.cell(name, repetition, List.of(1, 8, 16, 24), verdicts);
  }
}
