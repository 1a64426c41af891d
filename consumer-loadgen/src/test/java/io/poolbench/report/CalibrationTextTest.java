package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.AddedLatency;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Calibrated.Reached;
import io.poolbench.spec.Study.Calibration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTextTest {
  private static final Calibration TARGET = new Calibration(6700, 2570, 1100);
  private static final AddedLatency SOME = new AddedLatency(700, 0);

  @Test
  void eachConstantIsShownWithItsDeviation() {
    assertThat(outcome(80_000, SOME, new Reached(6834, 6800, 6900), 2.57, 1.089))
        .containsExactly(
            "saturation TPS: 6,834 [6,800, 6,900] (target 6,700, deviation +2.0 %)",
            "thread time ms: 2.57 [2.57, 2.57] (target 2.57, deviation +0.0 %)",
            "network + client ms: 1.09 [1.09, 1.09] (target 1.10, deviation -1.0 %)");
  }

  @Test
  void aHostTooSlowForTheTargetTpsIsReported() {
    assertThat(outcome(0, SOME, exactly(5550), 2.57, 1.1))
        .hasSize(5)
        .last()
        .asString()
        .startsWith("The provider's CPUs are too slow for the target TPS");
    // Below the target with CPU work left to remove is not a slow host.
    assertThat(outcome(1, SOME, exactly(5550), 2.57, 1.1))
        .hasSize(4)
        .last()
        .asString()
        .startsWith("The calibration does not hold");
  }

  @Test
  void aTimeAboveItsTargetWithoutAddedLatencyIsReported() {
    AddedLatency none = AddedLatency.NONE;
    assertThat(outcome(1, none, exactly(6700), 3.1, 1.2)).hasSize(6);
    assertThat(outcome(1, none, exactly(6700), 2.5, 1.05)).hasSize(3);
    assertThat(outcome(0, none, exactly(6690), 2.6, 1.12)).as("within the tolerance").hasSize(3);
  }

  private static List<String> outcome(
      long iterations, AddedLatency added, Reached tps, double threadMillis, double outsideMillis) {
    Reached thread = exactly(threadMillis);
    Reached outside = exactly(outsideMillis);
    return CalibrationText.outcome(
        new Calibrated(
            TARGET, "fixed 74", iterations, added, added, tps, thread, outside, /* seconds= */ 80));
  }

  private static Reached exactly(double value) {
    return new Reached(value, value, value);
  }
}
