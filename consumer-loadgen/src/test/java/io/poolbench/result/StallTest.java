package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StallTest {
  @Test
  void anAnswerOfSecondsInOneBatchIsAStall() {
    assertThat(Stall.of(List.of(40.0, 35.0, 1_712.0, 60.0, 0.0)))
        .containsExactly(new Stall(3, 1_712));
  }

  @Test
  void whereAllBatchesAreSlowCallsQueueAndNothingStalled() {
    assertThat(Stall.of(List.of(1_500.0, 1_900.0, 2_400.0, 6_000.0))).isEmpty();
  }

  @Test
  void aPauseBelowASecondIsLeftToThePercentiles() {
    assertThat(Stall.of(List.of(12.0, 999.0, 13.0))).isEmpty();
  }

  @Test
  void noBatchHasNoStall() {
    assertThat(Stall.of(List.of())).isEmpty();
  }

  @Test
  void theOtherBatchesKeepTheirCounts() {
    Batches batches =
        new Batches(
            List.of(1, 1, 1),
            List.of(1.0, 1.0, 2.0),
            List.of(100L, 5L, 220L),
            List.of(0L, 3L, 0L),
            List.of(0L, 0L, 0L),
            List.of(0L, 0L, 0L),
            Map.of("tp99", List.of(1L, 5L, 2L)),
            Map.of(),
            Map.of(),
            List.of(0L, 0L, 0L));

    Batches others = batches.at(Stall.others(List.of(new Stall(2, 4_000)), 3).toArray());

    assertThat(others.tps()).isEqualTo(320 / 3.0);
    assertThat(others.late("tp99")).containsExactly(new Count(1, 1, 100), new Count(1, 2, 220));
  }
}
