package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Key;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostConditionsTest {
  private static final Study STUDY = Studies.paired(1, "rounds: 9", "users: 8");

  /** Eleven calm blocks of usual speed and one of these conditions, as the host says. */
  private static HostConditions conditions(Double taken, Double gauge, List<Slice> slices) {
    for (int block = 1; block <= 12; block++) {
      SimulatedCalls calls =
          block == 12
              ? new SimulatedCalls(100, 0).taken(taken).gauge(gauge)
              : new SimulatedCalls(100, 0).taken(1.0).gauge(50.0);
      Key key = new Key("a", 1, new Turn(block, block), 8, "");
      for (int slice = 0; slice < 2; slice++) {
        slices.add(
            calls.slice(
                key, SimulatedCalls.START.plusSeconds(2L * block + slice), Duration.ofMillis(200)));
      }
    }
    return HostConditions.of(JudgedStudy.of(STUDY, SampleSlices.journal(slices)).cells());
  }

  @ParameterizedTest(name = "{0} % taken, gauge {1} us")
  @CsvSource({
    "0, 50, true, false",
    "5, 50, true, false",
    "6, 50, false, true",
    "0, 55, true, false",
    "0, 56, false, true",
    "0, 46, true, false",
    "0, 44, false, true",
    ", 50, false, false",
    "0, , false, false"
  })
  void aBlockIsCalmIfLittleTimeWasTakenAndTheSpeedWasUsual(
      Double taken, Double gauge, boolean calm, boolean disturbed) {
    List<Slice> slices = new ArrayList<>();
    HostConditions conditions = conditions(taken, gauge, slices);
    Slice last = slices.get(slices.size() - 1);

    assertThat(conditions.isCalm(last)).isEqualTo(calm);
    assertThat(conditions.isDisturbed(last)).isEqualTo(disturbed);
    assertThat(conditions.isCalm(slices.get(0))).isTrue();
  }

  @Test
  void aHostIsBusyIfOthersTakeMoreOnAverageThanFromACalmBlock() {
    assertThat(conditions(30.0, 50.0, new ArrayList<>()).isBusy()).isFalse();
    assertThat(conditions(90.0, 50.0, new ArrayList<>()).isBusy()).isTrue();
    assertThat(conditions(null, 50.0, new ArrayList<>()).isBusy()).isFalse();
  }
}
