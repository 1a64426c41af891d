package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.api.ProviderMetrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
  @Test
  void prometheusTextIsReadByNameAndLabelledFiguresAreSummed() {
    ProviderCounters counters =
        ProviderCounters.parse(
            List.of(
                "# HELP a_total words",
                "# TYPE a_total counter",
                "a_total 3.0",
                "",
                "b_total{generation=\"young\",x=\"a b\"} 2.0",
                "b_total{generation=\"old\"} 1.5E1",
                "c_seconds 1.0 1700000000000"));

    assertThat(counters.values())
        .isEqualTo(Map.of("a_total", 3.0, "b_total", 17.0, "c_seconds", 1.0));
  }

  @Test
  void aProvidersUseIsWhatItsCountersGainedOverItsOwnTime() {
    var before =
        new ProviderCounters(
            Map.of(
                ProviderMetrics.CLOCK,
                100.0,
                ProviderMetrics.CPU,
                10.0,
                ProviderMetrics.sum(ProviderMetrics.QUEUE_WAIT),
                1.0,
                ProviderMetrics.count(ProviderMetrics.QUEUE_WAIT),
                1000.0,
                ProviderMetrics.POOL_ACTIVE_MAX,
                99.0,
                ProviderMetrics.POOL_REJECTED,
                5.0));
    var after =
        new ProviderCounters(
            Map.of(
                ProviderMetrics.CLOCK,
                104.0,
                ProviderMetrics.CPU,
                14.0,
                ProviderMetrics.sum(ProviderMetrics.QUEUE_WAIT),
                3.0,
                ProviderMetrics.count(ProviderMetrics.QUEUE_WAIT),
                2000.0,
                ProviderMetrics.POOL_ACTIVE_MAX,
                7.0,
                ProviderMetrics.POOL_REJECTED,
                8.0));

    var use = after.since(before, 2);

    assertThat(use.cpuPct()).isEqualTo(50.0);
    assertThat(use.queueWait().meanMillis()).isEqualTo(2.0);
    assertThat(use.pool().activeMax()).isEqualTo(7);
    assertThat(use.pool().rejected()).isEqualTo(3);
    assertThat(use.redis().meanMillis()).as("not told").isNull();
  }

  @Test
  void stealIsItsShareOfAllTicksAndGuestTimeIsNotCountedTwice() {
    var before =
        ProcStat.parse(List.of("cpu  100 0 100 700 0 0 0 100 50 0", "cpu0 1")).orElseThrow();
    var after =
        ProcStat.parse(List.of("cpu  200 0 100 790 0 0 0 110 90 0", "cpu0 1")).orElseThrow();

    assertThat(before.totalTicks()).isEqualTo(1000);
    assertThat(after.stealPctSince(before)).isCloseTo(5.0, within(1e-9));
    assertThat(before.stealPctSince(before)).isNull();
  }

  @Test
  void aFileWithoutAHostLineTellsNothing() {
    assertThat(ProcStat.parse(List.of("intr 1 2 3", "cpu0 1 2 3 4 5 6 7 8"))).isEmpty();
  }

  @Test
  void whatTheDriverUsedIsToldPerCallAndPerCpu() {
    var before = new DriverCounters(0, 1_000, 5_000);
    var after = new DriverCounters(1_000_000, 501_000, 105_000);

    var use = after.since(before, 1000, 2);

    assertThat(use.cpuPct()).isEqualTo(25.0);
    assertThat(use.cpuMicrosPerCall()).isEqualTo(0.5);
    assertThat(use.allocBytesPerCall()).isEqualTo(100.0);
    assertThat(after.since(before, 0, 2).cpuMicrosPerCall()).isNull();
  }
}
