package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.StepResult;
import io.poolbench.result.ViolationCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {
  /**
   * Verdicts of steps with 1, 8, 16 and 24 users (P, F, U, I), and ! if the cell failed; the
   * schedule ends with 24.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PPPP | at least 24 | []     | []      | SCHEDULE_COMPLETE",
        "PPPF | 16          | []     | []      | 24 F 1/1",
        "PPFP | 8           | []     | []      | 16 F 1/1",
        "FPPP | none        | []     | []      | 1 F 1/1",
        "PPIF | at least 8  | [16]   | []      | 24 F 1/1",
        "PIPF | 16          | [8]    | []      | 24 F 1/1",
        "PPPI | at least 16 | [24]   | []      | SCHEDULE_COMPLETE",
        "PPFI | 8           | []     | []      | 16 F 1/1",
        "IIFF | unknown     | [1, 8] | []      | 16 F 1/1",
        "UPUF | at least 8  | []     | [1, 16] | 24 F 1/1",
        "PUPF | 16          | []     | [8]     | 24 F 1/1",
        "PP   | at least 8  | []     | []      | NOT_REACHED",
        "PP!  | at least 8  | []     | []      | CELL_FAILED",
        "!    | unknown     | []     | []      | NO_STEP",
      })
  void itIsTheHighestPassingLevelBelowAnyFailingOne(
      String verdicts, String answer, String invalid, String undecided, String end) {
    Capacity capacity = Capacity.of(cell(verdicts));
    assertThat(capacity.answer()).isEqualTo(answer);
    assertThat(capacity.invalid().stream().map(StepResult::level).toList()).hasToString(invalid);
    assertThat(capacity.undecided().stream().map(StepResult::level).toList())
        .hasToString(undecided);
    assertThat(Cells.end(capacity)).isEqualTo(end);
    assertThat(capacity.unmeasured()).isEmpty();
  }

  /** Steps such as {@code 24P}, in the order they ran. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "24P 25F 24P 25F         | 24          | []               | 24 P 2/2 | 25 F 2/2",
        "24P 25F 24F 25P 24P 25F | 24          | []               | 24 P 2/3 | 25 F 2/3",
        "8P 11P 13F 11F          | at least 8  | [9, 10]          | 8 P 1/1  | 11 F 1/2",
        "23P 24P 25F 24F         | 23          | []               | 23 P 1/1 | 24 F 1/2",
        "22P 25F                 | at least 22 | [23, 24]         | 22 P 1/1 | 25 F 1/1",
        "23P 25F 24I             | at least 23 | []               | 23 P 1/1 | 25 F 1/1",
        "24P 24I 25F 25I         | 24          | []               | 24 P 1/1 | 25 F 1/1",
        "1F 1F                   | none        | []               | -        | 1 F 2/2",
        "5F                      | unknown     | [1, 2, 3, 4]     | -        | 5 F 1/1",
        "30P 30P                 | at least 30 | []               | 30 P 2/2 | SCHEDULE_COMPLETE",
        "15P                     | at least 15 | []               | 15 P 1/1 | NOT_REACHED",
      })
  void theMajorityOfStepsOfALevelDecides(
      String steps, String answer, String unmeasured, String passing, String end) {
    List<StepResult> ran = Stream.of(steps.split(" ")).map(CapacityTest::step).toList();
    Capacity capacity =
        Capacity.of(
            SimulatedSearch.users(List.of(), SimulatedSearch.upTo(30), any -> 'P').cell(ran));
    assertThat(capacity.answer()).isEqualTo(answer);
    assertThat(capacity.unmeasured()).hasToString(unmeasured);
    assertThat(capacity.passing().map(Cells::side).orElse("-")).isEqualTo(passing);
    assertThat(Cells.end(capacity)).isEqualTo(end);
  }

  private static StepResult step(String text) {
    int last = text.length() - 1;
    return Cells.step(Integer.parseInt(text.substring(0, last)), text.charAt(last));
  }

  private static CellResult cell(String verdicts) {
    CellResult cell = Cells.cell("cell", 1, List.of(1, 8, 16, 24), verdicts.replace("!", ""));
    CellFailure failure = CellFailure.of(ViolationCode.LAB_FAILED, "provider died");
    return verdicts.endsWith("!") ? Changed.with(cell, "failure", failure) : cell;
  }
}
