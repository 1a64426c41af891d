package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.api.ProviderHistograms;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.HistogramText;
import io.poolbench.result.PoolUse;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.ThreadRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ProviderCountersTest {
  private static final List<String> BEFORE =
      List.of(
          "# HELP poolbench_clock_seconds  ",
          "# TYPE poolbench_clock_seconds gauge",
          "poolbench_clock_seconds 100.0",
          "process_cpu_seconds_total 10.0",
          "poolbench_jit_seconds_total 1.0",
          "poolbench_gc_young_collections_total 7.0",
          "poolbench_gc_young_pause_seconds_total 0.5",
          "poolbench_gc_full_collections_total 1.0",
          "poolbench_gc_full_pause_seconds_total 0.2",
          "poolbench_pool_threads 20.0",
          "poolbench_pool_samples_total 1000.0",
          "poolbench_pool_active_threads_sampled_total 90000.0",
          "poolbench_pool_queue_tasks_sampled_total 500.0",
          "poolbench_pool_completed_total 50000.0",
          "poolbench_pool_rejected_total 5.0",
          "poolbench_pool_spuriously_rejected_total 1.0",
          "poolbench_queue_wait_seconds_count 50000",
          "poolbench_queue_wait_seconds_sum 1.0",
          "poolbench_application_seconds_count 50000",
          "poolbench_application_seconds_sum 9.0");

  private static final List<String> AFTER =
      List.of(
          "poolbench_clock_seconds 104.0",
          "process_cpu_seconds_total 14.0",
          "poolbench_jit_seconds_total 1.4",
          "poolbench_gc_young_collections_total 27.0",
          "poolbench_gc_young_pause_seconds_total 0.54",
          "poolbench_gc_full_collections_total 2.0",
          "poolbench_gc_full_pause_seconds_total 0.3",
          "poolbench_pool_threads 24.0",
          "poolbench_pool_samples_total 1800.0",
          "poolbench_pool_active_threads_sampled_total 92000.0",
          "poolbench_pool_queue_tasks_sampled_total 900.0",
          "poolbench_pool_completed_total 60000.0",
          "poolbench_pool_rejected_total 8.0",
          "poolbench_pool_spuriously_rejected_total 3.0",
          "poolbench_queue_wait_seconds_count 60000",
          "poolbench_queue_wait_seconds_sum 21.0",
          "poolbench_application_seconds_count 60000",
          "poolbench_application_seconds_sum 14.0");

  @Test
  void prometheusTextIsReadByNameAndLabelledFiguresAreSummed() {
    assertThat(
            ProviderCounters.values(
                List.of(
                    "# HELP a_total words",
                    "# TYPE a_total counter",
                    "a_total 3.0",
                    "",
                    "b_total{generation=\"young\",x=\"a b\"} 2.0",
                    "b_total{generation=\"old\"} 1.5E1",
                    "c_seconds 1.0 1700000000000")))
        .isEqualTo(Map.of("a_total", 3.0, "b_total", 17.0, "c_seconds", 1.0));
  }

  @Test
  void aProvidersUseIsWhatItsCountersGainedOverItsOwnTime() {
    ProviderUse use = counters(AFTER).since(counters(BEFORE), 2);

    assertThat(use.cpuPct()).isEqualTo(50.0);
    assertThat(use.cpuMicrosPerCall()).isCloseTo(400.0, within(1e-9));
    assertThat(use.jitPct()).isCloseTo(10.0, within(1e-9));
    assertThat(use.queueWait().meanMillis()).isCloseTo(2.0, within(1e-9));
    assertThat(use.rest().meanMillis()).isCloseTo(0.5, within(1e-9));
    assertThat(use.redis().meanMillis()).as("not told").isNull();
    assertThat(use.young().count()).isEqualTo(20);
    assertThat(use.young().pauseMillis()).isCloseTo(40, within(1e-9));
    assertThat(use.full().count()).isEqualTo(1);
    assertThat(use.full().pauseMillis()).isCloseTo(100, within(1e-9));
  }

  @Test
  void aPoolsMeansAreOverTheWindowsSamplesAndItsRefusalsAreTheWindows() {
    PoolUse pool = counters(AFTER).since(counters(BEFORE), 2).pool();

    assertThat(pool.activeMean()).isEqualTo(2000 / 800.0);
    assertThat(pool.queueMean()).isEqualTo(400 / 800.0);
    assertThat(pool.threads()).isEqualTo(24);
    assertThat(pool.rejected()).isEqualTo(3);
    assertThat(pool.spuriouslyRejected()).isEqualTo(2);
    assertThat(pool.activeMax()).as("not told").isNull();
  }

  @Test
  void aPercentileIsThatOfTheWindowAlone() {
    Histogram service = new Histogram(100, 3_600_000_000_000L, 3);
    service.recordValueWithCount(9_000_000_000L, 5000);
    ProviderCounters before = telling(ProviderHistograms.SERVICE, service);
    for (int millis = 1; millis <= 1000; millis++) {
      service.recordValue(millis * 1_000_000L);
    }
    ProviderCounters after = telling(ProviderHistograms.SERVICE, service);

    assertThat(after.since(before, 1).service().tp99Millis()).isCloseTo(990, withinPercentage(0.2));
    assertThat(after.since(before, 1).service().tp99Millis())
        .as("read a second time")
        .isEqualTo(after.since(before, 1).service().tp99Millis());
    assertThat(after.since(before, 1).queueWait().tp99Millis()).as("not told").isNull();
  }

  @Test
  void tooFewCallsTellNoPercentile() {
    Histogram service = new Histogram(100, 3_600_000_000_000L, 3);
    ProviderCounters before = telling(ProviderHistograms.SERVICE, service);
    service.recordValueWithCount(1_000_000, 999);

    assertThat(telling(ProviderHistograms.SERVICE, service).since(before, 1).service().tp99Millis())
        .isNull();
  }

  @Test
  void aMaximumIsThatOfTheWindowAloneAndWasReallyThere() {
    Histogram active = new Histogram(1, 1L << 30, 3);
    active.recordValue(5_000);
    ProviderCounters before = telling(ProviderHistograms.POOL_ACTIVE, active);
    active.recordValue(3);
    active.recordValue(24);
    ProviderCounters after = telling(ProviderHistograms.POOL_ACTIVE, active);

    assertThat(after.since(before, 1).pool().activeMax()).isEqualTo(24);

    active.recordValue(3_001);
    ProviderCounters later = telling(ProviderHistograms.POOL_ACTIVE, active);
    assertThat(later.since(after, 1).pool().activeMax()).isBetween(2_990, 3_001);
    assertThat(later.since(later, 1).pool().activeMax()).as("no sample").isNull();
  }

  @Test
  void theKernelTellsCpuByRoleAndSwitchesPerCall() {
    ProviderCounters before =
        with(
            BEFORE,
            new ThreadUse(1, "DubboServerHand", 1_000, 0, 10, 5, 5),
            new ThreadUse(2, "NettyServerWork", 1_000, 0, 10, 5, 5));
    ProviderCounters after =
        with(
            AFTER,
            new ThreadUse(1, "DubboServerHand", 2_000_001_000, 300_000, 60, 15_005, 2_005),
            new ThreadUse(2, "NettyServerWork", 1_000_001_000, 100_000, 60, 5_005, 505));

    ProviderUse use = after.since(before, 2);

    // 4 s on 2 CPUs, of which the process used 4 s
    assertThat(use.cpuPctByRole().get(ThreadRole.BUSINESS)).isCloseTo(25.0, within(1e-9));
    assertThat(use.cpuPctByRole().get(ThreadRole.IO)).isCloseTo(12.5, within(1e-9));
    assertThat(use.cpuPctByRole().get(ThreadRole.GC)).isZero();
    assertThat(use.cpuPctByRole().get(ThreadRole.OTHER)).as("ended").isCloseTo(12.5, within(1e-9));
    assertThat(use.switches().voluntaryPerCall()).isCloseTo(2.0, within(1e-9));
    assertThat(use.switches().involuntaryPerCall()).isCloseTo(0.25, within(1e-9));
    assertThat(use.runQueueWaitMicros()).isCloseTo(4.0, within(1e-9));
  }

  @Test
  void withoutTheKernelTheProvidersOwnCountersStillTell() {
    ProviderUse use = counters(AFTER).since(counters(BEFORE), 2);

    assertThat(use.cpuPct()).isEqualTo(50.0);
    assertThat(use.cpuPctByRole()).isEmpty();
    assertThat(use.switches()).isEqualTo(ContextSwitches.UNKNOWN);
    assertThat(use.runQueueWaitMicros()).isNull();
  }

  @Test
  void aProviderThatTellsNothingIsUnknown() {
    assertThat(counters(List.of()).since(counters(List.of()), 2)).isEqualTo(ProviderUse.UNKNOWN);
  }

  private static ProviderCounters counters(List<String> lines) {
    return new ProviderCounters(ProviderCounters.values(lines), Map.of(), Optional.empty());
  }

  private static ProviderCounters with(List<String> lines, ThreadUse... threads) {
    return new ProviderCounters(
        ProviderCounters.values(lines),
        Map.of(),
        Optional.of(new ProcessThreads(List.of(threads))));
  }

  private static ProviderCounters telling(String name, Histogram histogram) {
    return new ProviderCounters(
        Map.of(),
        ProviderCounters.histograms(List.of(name + " " + HistogramText.encode(histogram))),
        Optional.empty());
  }
}
