package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacitySpreadTest {
  private static final List<Integer> LEVELS = List.of(1, 8, 16, 24);

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
  void theAnswerShowsWhetherTheMedianMayBeHigher(
      String repetitions, String answer, int lowest, int highest, int count) {
    CapacitySpread spread =
        CapacitySpread.of(answers(List.of(repetitions.split(" ")))).orElseThrow();
    assertThat(spread.answer()).isEqualTo(answer);
    assertThat(spread.lowest()).isEqualTo(lowest);
    assertThat(spread.highest()).isEqualTo(highest);
    assertThat(spread.count()).isEqualTo(count);
  }

  @Test
  void withoutAKnownCapacityThereIsNoSpread() {
    assertThat(CapacitySpread.of(answers(List.of("IIII", "II")))).isEmpty();
    assertThat(CapacitySpread.of(List.of())).isEmpty();
  }

  private static List<Capacity> answers(List<String> repetitions) {
    return repetitions.stream()
        .map(verdicts -> Capacity.of(Cells.cell("cell", 1, LEVELS, verdicts)))
        .toList();
  }
}
