package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.core.CpuGauge;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DriverCountersTest {
  private static final String CPU = Side.DRIVER.cpu();
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void cpuIsPerCallAndPerCpu() {
    var before = counters(1, 0.07);
    var after = counters(1.5, 0.32);

    var use = since(before, after, 1_000_000, 2);

    assertThat(use.of(Metric.DRIVER_CPU)).isCloseTo(25, EXACT);
    assertThat(use.of(Metric.DRIVER_CPU_PER_CALL)).isCloseTo(0.5, EXACT);
    assertThat(use.of(Metric.DRIVER_JIT)).as("of one CPU").isCloseTo(25, EXACT);
    assertThat(since(before, after, 0, 2).of(Metric.DRIVER_CPU_PER_CALL)).isNull();
  }

  @Test
  void switchesArePerCallAndWaitsPerTimeSlice() {
    var before = threads(new ThreadUse(7, "io", 1_000, 10_000, 100, 90, 10), idle(8, 5));
    var after = threads(new ThreadUse(7, "io", 9_000, 450_000, 300, 250, 50), idle(8, 25));

    var use = since(before, after, 80, 1);

    assertThat(use.of(Metric.DRIVER_SWITCHES)).isEqualTo((160 + 40 + 20) / 80.0);
    assertThat(use.of(Metric.DRIVER_RUN_QUEUE_WAIT)).isEqualTo(440.0 / (200 + 20));
    assertThat(since(before, after, 0, 1).of(Metric.DRIVER_SWITCHES)).isNull();
    var unknown = ProcessCounters.UNKNOWN;
    assertThat(since(unknown, after, 80, 1).of(Metric.DRIVER_SWITCHES)).isNull();
    assertThat(since(unknown, after, 80, 1).of(Metric.DRIVER_RUN_QUEUE_WAIT)).isNull();
  }

  @Test
  void cpuTimeOfThisJvmIsMeasured() {
    var before = ProcessCounters.ofDriver(Durations.of());
    var arithmetic = new CpuGauge();
    Double used = 0.0;
    while (used < 0.05) {
      assertThat(arithmetic.roundNanos()).isPositive();
      used = ProcessCounters.ofDriver(Durations.of()).gainedSince(before, Side.DRIVER).gained(CPU);
    }

    assertThat(since(before, ProcessCounters.ofDriver(Durations.of()), 1, 1).of(Metric.DRIVER_CPU))
        .isPositive();
  }

  /**
   * What a driver gained.
   *
   * @param cpus of the driver
   */
  private static Gained since(ProcessCounters before, ProcessCounters after, long calls, int cpus) {
    return Gained.between(
        SampleCounters.reading(ProcessCounters.UNKNOWN, before, 0),
        SampleCounters.reading(ProcessCounters.UNKNOWN, after, 1),
        Gained.calls(calls),
        Gained.plan("9", "0-" + (cpus - 1)));
  }

  private static ProcessCounters counters(double cpu, double jit) {
    return new ProcessCounters(
        Map.of(CPU, cpu, Side.DRIVER.jit(), jit), Map.of(), Map.of(), Optional.empty());
  }

  private static ProcessCounters threads(ThreadUse... threads) {
    return new ProcessCounters(
        Map.of(), Map.of(), Map.of(), Optional.of(new ProcessThreads(List.of(threads))));
  }

  private static ThreadUse idle(long tid, long switches) {
    return new ThreadUse(tid, "idle", 0, 0, switches, switches, 0);
  }
}
