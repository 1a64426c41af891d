package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.Calls;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import io.poolbench.result.GcActivity;
import io.poolbench.result.HostUse;
import io.poolbench.result.Latency;
import io.poolbench.result.PoolUse;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stability;
import io.poolbench.result.Stage;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateDetectorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // TPS of each second | CPU microseconds per call | JIT % of a CPU | TP99 | steady
        "100 100         | 50 50         | 0 0 | 4 4 | false", // too few windows
        "100 105 109     | 50 50 50      | 5 4 5 | 4 5 5.1 | true",
        "100 105 111     | 50 50 50      | 0 0 0 | 4 4 4 | false", // the throughput still moves
        "100 100 100     | 90 70 50      | 0 0 0 | 4 4 4 | false", // what a call costs still falls
        "10 50 100 99 98 | 900 90 50 51 52 | 90 50 1 1 1 | 90 40 4 4 4 | true", // the last count
        "100 100 0       | 50 50 50      | 0 0 0 | 4 4 - | false", // nothing was answered
        "100 100 100     | 50 - 50       | 0 0 0 | 4 4 4 | false", // the provider did not tell
        "100 100 100     | 50 50 50      | 0 6 0 | 4 4 4 | false", // the compiler still works
        "100 100 100     | 50 50 50      | - - - | 4 4 4 | true", // a JVM that does not tell
        "100 100 100     | 50 50 50      | 0 0 0 | 4 5.3 5 | false", // the tail still moves
        "100 100 100     | 50 50 50      | 0 0 0 | 4 - 9 | true" // too few calls to tell TP99
      })
  void aLoadIsSteadyOnceTheLastWindowsAgreeInThroughputTailAndCpuPerCall(
      String tps, String cpuMicros, String jit, String tp99, boolean steady) {
    SteadyStateDetector steadiness = new SteadyStateDetector();
    String[] rates = tps.trim().split(" ", -1);
    String[] jitPct = jit.trim().split(" ", -1);
    String[] costs = cpuMicros.trim().split(" ", -1);
    String[] tails = tp99.trim().split(" ", -1);
    for (int i = 0; i < rates.length; i++) {
      steadiness.add(
          window(Double.parseDouble(rates[i]), known(costs[i]), known(jitPct[i]), known(tails[i])));
    }

    assertThat(steadiness.reached()).isEqualTo(steady);
    assertThat(steadiness.text())
        .contains("TPS ", "CPU per call ")
        .doesNotContain("Infinity", "NaN");
  }

  @Test
  void theCompilerIsDoneOnceItIsQuietInAllOfTheLastWindowsWhateverTheLoadDoes() {
    SteadyStateDetector steadiness = new SteadyStateDetector();
    steadiness.add(window(100, 900.0, 90.0, 4.0));
    steadiness.add(window(200, 500.0, 3.0, 4.0));
    steadiness.add(window(400, 100.0, 3.0, 4.0));
    assertThat(steadiness.compiled()).isFalse();

    steadiness.add(window(800, 50.0, 3.0, 4.0));

    assertThat(steadiness.compiled()).isTrue();
    assertThat(steadiness.reached()).isFalse();
  }

  private static Double known(String figure) {
    return figure.equals("-") ? null : Double.valueOf(figure);
  }

  private static StepResult window(
      double tps, Double cpuMicrosPerCall, Double jitPct, Double tp99) {
    return new StepResult(
        1,
        1,
        Instant.EPOCH,
        1,
        new Calls(0, 0, 0, 0, 0),
        tps,
        new Latency(null, null, null, tp99, null, null),
        null,
        null,
        Stability.UNKNOWN,
        new ProviderUse(
            null,
            cpuMicrosPerCall,
            Map.of(),
            jitPct,
            GcActivity.UNKNOWN,
            GcActivity.UNKNOWN,
            PoolUse.UNKNOWN,
            Stage.UNKNOWN,
            Stage.UNKNOWN,
            Stage.UNKNOWN,
            Stage.UNKNOWN,
            ContextSwitches.UNKNOWN,
            null),
        DriverUse.UNKNOWN,
        HostUse.UNKNOWN,
        Verdict.pass(),
        "",
        false);
  }
}
