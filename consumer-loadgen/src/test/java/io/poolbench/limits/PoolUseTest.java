package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Level;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.study.Cell;
import io.poolbench.study.PlainStudy;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolUseTest {
  private static final int USERS = 8;
  private static final long NANOS = 2_600_000_000L;

  private static final Cell CELL =
      PlainStudy.parse("load: {users: 8}", "sla: {tp99: 2s}").cells().get(0);

  /**
   * Of 8 users in 2.6 s: of a second each, they make 8 a second; many calls are counted, and so are
   * those beside which most of the time went into calls that did not end.
   */
  @ParameterizedTest
  @CsvSource({"16, 1000, 8", "24, 1000, 8", "400, 40, 153.8", "8, 10, 3.08"})
  void howManyCallsEndDoesNotDependOnWhereASliceOfFewCallsBegins(
      long calls, long millis, double expected) {
    Batch batch =
        SampleSlices.batch(
            SampleSlices.START, NANOS, SampleSlices.durations(millis * 1_000_000, calls));
    Slice slice = SampleSlices.slice(1, USERS, batch);

    double perSecond = PoolUse.okPerSecond(new Level(CELL, List.of(slice)));

    assertThat(perSecond).isCloseTo(expected, Percentage.withPercentage(1));
  }
}
