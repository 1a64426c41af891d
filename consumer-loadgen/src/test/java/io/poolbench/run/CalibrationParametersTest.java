package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Cell.NetworkSettings;
import io.poolbench.store.SampleResult;
import org.junit.jupiter.api.Test;

class CalibrationParametersTest {
  private static final CalibrationParameters PARAMETERS =
      new CalibrationParameters(83_412, 2_000, 700);

  /** With a Redis latency of 500 us, deviation 100 us, and no network latency. */
  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();

  @Test
  void aCellGetsTheCpuWorkAndTheMeanLatenciesWithProportionalDeviations() {
    Cell set = PARAMETERS.applyTo(CELL);
    assertThat(set.dubbo().work().cpuIterations()).isEqualTo(83_412);
    assertThat(set.redis().latency()).isEqualTo(new AddedLatency(2_000, 400));
    assertThat(set.network().latency()).isEqualTo(new AddedLatency(700, 0));
    assertThat(CalibrationParameters.of(set)).isEqualTo(PARAMETERS);
  }

  @Test
  void allOtherSettingsOfACellStayTheSame() {
    assertThat(CalibrationParameters.of(CELL).applyTo(PARAMETERS.applyTo(CELL))).isEqualTo(CELL);
  }

  @Test
  void aMeanOfZeroIsNoLatency() {
    Cell set = new CalibrationParameters(0, 0, 0).applyTo(CELL);
    assertThat(set.redis().latency()).isEqualTo(AddedLatency.NONE);
    assertThat(set.network()).isEqualTo(NetworkSettings.NONE);
  }
}
