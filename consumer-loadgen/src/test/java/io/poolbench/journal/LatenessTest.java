package io.poolbench.journal;

import static io.poolbench.journal.SampleSlices.pending;
import static io.poolbench.journal.SampleSlices.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.stats.ShareInterval.Count;
import org.junit.jupiter.api.Test;

class LatenessTest {
  private static final long LIMIT = 10_000_000;

  @Test
  void countsCallsThatReachTheLimit() {
    Slice slice = slice(1, 2, 100, new long[] {1, 10, 11}, new long[] {9});

    assertThat(new Lateness(slice, 3, LIMIT).calls())
        .containsExactly(new Count(3, 2, 3), new Count(3, 0, 1));
  }

  @Test
  void countsAPendingCallInTheBatchInWhichItReachedTheLimit() {
    // At the end, after 300 ms: ages of 5 (not late), 60 (reached 50 ms ago), 250 (240 ms ago, in
    // the first batch) and 900 ms (before the slice).
    Slice slice =
        pending(slice(1, 4, 100, new long[] {}, new long[] {}, new long[] {}), 5, 60, 250, 900);

    assertThat(new Lateness(slice, 1, LIMIT).calls())
        .containsExactly(new Count(1, 2, 2), new Count(1, 0, 0), new Count(1, 1, 1));
  }

  @Test
  void measuresTheTimeBeyondTheLimitBackFromTheEndOfABatch() {
    // A call of 130 ms was beyond 10 ms for 120 ms: all of its last batch and 20 ms of the first.
    Slice slice = slice(1, 2, 100, new long[] {10, 12}, new long[] {130});

    double[] beyond = new Lateness(slice, 1, LIMIT).nanosBeyond();

    assertThat(beyond[1]).isEqualTo(100e6);
    assertThat(beyond[0]).isBetween(21e6, 23e6);
  }

  @Test
  void convertsUsersTimeToCallsOfAMeanCycle() {
    Slice slice = pending(slice(1, 2, 100, new long[] {}), 110);

    assertThat(new Lateness(slice, 1, LIMIT).time(2, 5e6))
        .as("one of two users waited 100 of 100 ms: 20 of 40 calls of 5 ms")
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.hits()).isBetween(19.9, 20.1);
              assertThat(count.calls()).isEqualTo(40);
            });
  }
}
