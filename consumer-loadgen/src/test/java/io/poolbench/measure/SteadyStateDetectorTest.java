package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.Batch;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Level;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.study.SampleCells;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateDetectorTest {
  private static final double SECONDS = 10;

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

  /** Compilers that get 3 % of the only CPU, and need more than half of the time for it. */
  @Test
  void compilersThatWaitForTheCpusOfALoadAreNotDone() {
    SteadyStateDetector detector = new SteadyStateDetector();
    for (int i = 0; i < SteadyStateDetector.WINDOWS; i++) {
      detector.add(window(100, 50.0, 51.0, 4.0, ofCompilers(3)));
    }
    assertThat(detector.isStarving()).isTrue();
    assertThat(detector.compiled()).isFalse();

    detector.add(window(100, 50.0, 40.0, 4.0, ofCompilers(3)));

    assertThat(detector.isStarving()).isFalse();
    assertThat(detector.compiled()).isTrue();
  }

  /** Compilers that run for all of the time that they work are not in want of a CPU. */
  @Test
  void compilersThatGetTheirCpuAreNotStarved() {
    SteadyStateDetector detector = new SteadyStateDetector();
    for (int i = 0; i < SteadyStateDetector.WINDOWS; i++) {
      detector.add(window(100, 50.0, 80.0, 4.0, ofCompilers(75)));
    }
    assertThat(detector.isStarving()).isFalse();
    assertThat(detector.compiled()).isFalse();
  }

  @Test
  void aLoadPausesForStarvedCompilersAfterItsFirstWindows() {
    SteadyStateDetector detector = new SteadyStateDetector();
    for (int i = 0; i < 10; i++) {
      detector.add(window(100, 50.0, 80.0, 4.0, ofCompilers(3)));
    }
    assertThat(detector.isStarving()).isTrue();
    assertThat(detector.needsPause()).isFalse();

    detector.add(window(100, 50.0, 80.0, 4.0, ofCompilers(3)));

    assertThat(detector.needsPause()).isTrue();
  }

  private static Map<String, Double> ofCompilers(double cpuPct) {
    return Map.of(
        CounterNames.PROVIDER_COMPILERS,
        cpuPct / 100 * SECONDS,
        Side.PROVIDER.cpuAvailable(),
        SECONDS);
  }

  private static Double known(String figure) {
    return figure.equals("-") ? null : Double.valueOf(figure);
  }

  /**
   * A window of a second on one CPU, all of whose response times are equal.
   *
   * @param tp99 null for too few calls
   */
  private static Level window(double tps, Double cpuMicrosPerCall, Double jitPct, Double tp99) {
    return window(tps, cpuMicrosPerCall, jitPct, tp99, Map.of());
  }

  private static Level window(
      double tps, Double cpuMicrosPerCall, Double jitPct, Double tp99, Map<String, Double> more) {
    // Ten times the calls in ten times the time, so that there are enough for TP99.
    long calls = Math.round(tps * (tp99 == null ? 1 : SECONDS));
    double seconds = tp99 == null ? 1 : SECONDS;
    Durations times = SampleSlices.durations(Math.round((tp99 == null ? 4 : tp99) * 1e6), calls);
    Map<String, Double> gained = new HashMap<>(more);
    gained.put(CounterNames.LOAD, seconds);
    gained.put(CounterNames.CALLS, (double) calls);
    if (cpuMicrosPerCall != null) {
      gained.put(Side.PROVIDER.cpu(), cpuMicrosPerCall * calls / 1e6);
      gained.put(ProviderMetrics.POOL_COMPLETED, (double) calls);
    }
    if (jitPct != null) {
      gained.put(Side.PROVIDER.jit(), jitPct / 100 * seconds);
    }
    Batch batch = SampleSlices.batch(Instant.EPOCH, Math.round(seconds * 1e9), times);
    Slice slice = SampleSlices.slice(0, 8, batch).with(Counters.ofGained(gained));
    return new Level(SampleCells.FIXED, 8, List.of(slice));
  }
}
