package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final Batches TWO =
      new Batches(
          List.of(1, 2),
          List.of(0.5, 0.5),
          List.of(100L, 90L),
          List.of(1L, 0L),
          List.of(0L, 4L),
          List.of(0L, 5L),
          Map.of("tp99", List.of(2L, 3L)),
          Map.of("tp99", List.of(0L, 7L)),
          Map.of(),
          List.of(0L, 7L));

  @Test
  void callsWithoutAnAnswerAndOverduePendingOnesAreLate() {
    assertThat(TWO.late("tp99")).containsExactly(new Count(1, 3, 101), new Count(2, 15, 102));
    assertThat(TWO.late("tp90")).as("not bounded").isEmpty();
  }

  @Test
  void everyCallDueCountsForAvailability() {
    assertThat(TWO.unanswered()).containsExactly(new Count(1, 1, 101), new Count(2, 9, 99));
  }

  @Test
  void columnsHaveAValuePerBatch() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleBatches.of(List.of(1, 1), 1, List.of(0L, 0L), List.of(1L)));
  }
}
