package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StallTest {
  @Test
  void anAnswerOfSecondsInOneBatchIsAStall() {
    assertThat(Stall.of(List.of(40.0, 35.0, 1_712.0, 60.0, 0.0)))
        .containsExactly(new Stall(3, 1_712));
  }

  /** Batches that are all slow are queues; pauses below a second are left to the percentiles. */
  @ParameterizedTest
  @ValueSource(strings = {"1500 1900 2400 6000", "12 999 13", ""})
  void otherSlowBatchesAreNoStalls(String millis) {
    assertThat(
            Stall.of(
                Pattern.compile(" ")
                    .splitAsStream(millis)
                    .filter(one -> !one.isEmpty())
                    .map(Double::valueOf)
                    .toList()))
        .isEmpty();
  }

  @Test
  void theOtherBatchesKeepTheirCounts() {
    Batches batches =
        Changed.with(
            SampleBatches.of(List.of(1, 1, 1), 1, List.of(100L, 5L, 220L), List.of(1L, 5L, 2L)),
            "seconds",
            List.of(1.0, 1.0, 2.0),
            "timeout",
            List.of(0L, 3L, 0L));
    Batches others = batches.at(Stall.others(List.of(new Stall(2, 4_000)), 3).toArray());

    assertThat(others.tps()).isEqualTo(320 / 3.0);
    assertThat(others.late("tp99")).containsExactly(new Count(1, 1, 100), new Count(1, 2, 220));
  }
}
