package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.Changed;
import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Counts of calls, of a window and by batch. */
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

  @Property
  void noMoreCallsAreRejectedThanTheProviderCountedAndNoneIsLost(
      @ForAll @LongRange(max = 100) long rejected, @ForAll @LongRange(max = 100) long counted) {
    Calls calls = new Calls(5, rejected, 2, 3, 1);
    long kept = rejected <= counted ? rejected : counted;
    assertThat(calls.rejectedAtMost(counted))
        .isEqualTo(new Calls(5, kept, 2, 3 + rejected - kept, 1));
  }

  @Test
  void callsWithoutAnAnswerAndOverduePendingOnesAreLate() {
    assertThat(TWO.late("tp99")).containsExactly(new Count(1, 3, 101), new Count(2, 15, 102));
    assertThat(TWO.late("tp90")).as("not bounded").isEmpty();
  }

  @Test
  void everyCallDueCountsForAvailability() {
    assertThat(TWO.unanswered()).containsExactly(new Count(1, 1, 101), new Count(2, 9, 99));
  }

  /** Two users for a second have 2,000 ms, of which they waited 500 ms beyond the bound. */
  @Test
  void usersTimeBeyondTheBoundIsAShareOfAllTheirTime() {
    Batches waited = Changed.with(TWO, "beyondMillis", Map.of("tp99", List.of(200.0, 300.0)));
    assertThat(waited.lateTimePct("tp99", 2)).isEqualTo(25);
    assertThat(waited.lateTimePct("tp90", 2)).as("not bounded").isNull();
    assertThat(waited.lateTimePct("tp99", 0)).as("of no time").isNull();
    Batches beyond = Changed.with(TWO, "beyondMillis", Map.of("tp99", List.of(9_000.0, 1.0)));
    assertThat(beyond.lateTimePct("tp99", 2)).as("of pending calls, too").isEqualTo(100);
  }

  @Test
  void theLateShareIsThatOfTheCallsThatEnded() {
    assertThat(TWO.lateShare().orElseThrow().share()).isEqualTo(18 / 203.0);
    assertThat(Batches.UNKNOWN.lateShare()).isEmpty();
    assertThat(SampleBatches.of(List.of(1, 1), 1, List.of(0L, 0L), List.of(0L, 0L)).lateShare())
        .as("of no call")
        .isEmpty();
  }

  @Test
  void columnsHaveAValuePerBatch() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SampleBatches.of(List.of(1, 1), 1, List.of(0L, 0L), List.of(1L)));
  }

  /** Batches that are all slow are queues; pauses below a second are left to the percentiles. */
  @Test
  void anAnswerOfSecondsInOneBatchIsAStall() {
    assertThat(Stall.of(List.of(40.0, 35.0, 1_712.0, 60.0, 0.0)))
        .containsExactly(new Stall(3, 1_712));
    assertThat(Stall.of(List.of(1_500.0, 1_900.0, 2_400.0, 6_000.0))).isEmpty();
    assertThat(Stall.of(List.of(12.0, 999.0, 13.0))).isEmpty();
    assertThat(Stall.of(List.of())).isEmpty();
  }

  @Test
  void theBatchesBesideAStallKeepTheirCounts() {
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
