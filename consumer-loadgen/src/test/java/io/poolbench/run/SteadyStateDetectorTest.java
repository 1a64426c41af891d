package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.Steps;
import io.poolbench.result.Figures;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateDetectorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // TPS of each second | CPU microseconds per call | JIT % | TP99 | steady
        "100 100         | 50 50         | 0 0 | 4 4 | false", // too few windows
        "100 105 109     | 50 50 50      | 5 4 5 | 4 5 5.1 | true",
        "100 105 111     | 50 50 50      | 0 0 0 | 4 4 4 | false", // TPS spread
        "100 100 100     | 90 70 50      | 0 0 0 | 4 4 4 | false", // CPU per call spread
        "10 50 100 99 98 | 900 90 50 51 52 | 90 50 1 1 1 | 90 40 4 4 4 | true", // only the last
        // count
        "100 100 0       | 50 50 50      | 0 0 0 | 4 4 - | false", // no call was answered
        "100 100 100     | 50 - 50       | 0 0 0 | 4 4 4 | false", // CPU per call unknown
        "100 100 100     | 50 50 50      | 0 15 0 | 4 4 4 | true", // one long compilation
        "100 100 100     | 50 50 50      | 0 16 0 | 4 4 4 | false", // JIT compiler busy
        "100 100 100     | 50 50 50      | - - - | 4 4 4 | true", // JIT time unknown
        "100 100 100     | 50 50 50      | 0 0 0 | 4 5.3 5 | false", // TP99 spread
        "100 100 100     | 50 50 50      | 0 0 0 | 4 - 9 | true" // too few calls for TP99
      })
  void aLoadIsSteadyIfTheLastThreeWindowsAreWithinAllBands(
      String tps, String cpuMicros, String jit, String tp99, boolean steady) {
    SteadyStateDetector detector = new SteadyStateDetector();
    String[] rates = tps.trim().split(" ", -1);
    String[] jitPct = jit.trim().split(" ", -1);
    String[] costs = cpuMicros.trim().split(" ", -1);
    String[] tails = tp99.trim().split(" ", -1);
    for (int i = 0; i < rates.length; i++) {
      detector.add(
          window(Double.parseDouble(rates[i]), known(costs[i]), known(jitPct[i]), known(tails[i])));
    }

    assertThat(detector.reached()).isEqualTo(steady);
    assertThat(detector.text()).contains("TPS ", "CPU per call ").doesNotContain("Infinity", "NaN");
  }

  @Test
  void jitCompilationIsDoneIfWithinItsLimitOverTheLastThreeWindows() {
    SteadyStateDetector detector = new SteadyStateDetector();
    detector.add(window(100, 900.0, 90.0, 4.0));
    detector.add(window(200, 500.0, 3.0, 4.0));
    detector.add(window(400, 100.0, 3.0, 4.0));
    assertThat(detector.compiled()).isFalse();

    detector.add(window(800, 50.0, 3.0, 4.0));

    assertThat(detector.compiled()).isTrue();
    assertThat(detector.reached()).isFalse();
  }

  private static Double known(String figure) {
    return figure.equals("-") ? null : Double.valueOf(figure);
  }

  private static StepResult window(
      double tps, Double cpuMicrosPerCall, Double jitPct, Double tp99) {
    Figures figures =
        Figures.UNKNOWN
            .with(Metric.PROVIDER_CPU_PER_CALL, cpuMicrosPerCall)
            .with(Metric.JIT, jitPct);
    Latency latency = new Latency(null, null, null, tp99, null, null, null, null, null);
    StepResult step = Steps.step(1, Steps.ok(0), latency);
    return Changed.with(step, "tps", tps, "figures", figures);
  }
}
