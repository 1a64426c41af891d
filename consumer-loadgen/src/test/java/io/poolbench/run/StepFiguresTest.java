package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.load.Probe.PoolState;
import io.poolbench.result.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepFiguresTest {
  @Test
  void aSliceHasTheCountsOfItsBatchAndThePoolAtItsEnd() {
    PoolState atEnd = new PoolState(4, 6, 8);

    assertThat(
            StepFigures.slices(List.of(batch(100), batch(99)), List.of(PoolState.UNKNOWN, atEnd)))
        .containsExactly(
            new Slice(0, 0.5, 210, 100, 40, 30 + 5, 20, 7, 3.0, 9.0, null, null, null),
            new Slice(0.5, 0.5, 210, 99, 40, 30 + 5, 20, 7, 3.0, null, 4, 6, 8));
  }

  private static Batch batch(long ok) {
    List<Long> none = List.of();
    return new Batch(
        1, 500_000_000, 210, ok, 40, 30, 20, 5, 7, none, none, none, 8, 3_000_000, 9_000_000, 0);
  }
}
