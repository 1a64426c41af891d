package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProcessCountersTest {
  private static final Offset<Double> EXACT = within(1e-9);

  /** Two readings: before and after a window of 4 s. */
  private static final String SCRAPES =
      """
      process_cpu_seconds_total 10.0 14.0
      poolbench_jit_seconds_total 1.0 1.4
      poolbench_gc_young_collections_total 7.0 27.0
      poolbench_gc_young_pause_seconds_total 0.5 0.54
      poolbench_gc_full_collections_total 1.0 2.0
      poolbench_gc_full_pause_seconds_total 0.2 0.3
      poolbench_pool_threads 20.0 24.0
      poolbench_pool_busy_thread_seconds_sampled_total 690.0 698.0
      poolbench_pool_active_thread_seconds_total 700.0 710.0
      poolbench_pool_waiting_task_seconds_total 50.0 52.0
      poolbench_pool_completed_total 50000.0 60000.0
      poolbench_pool_rejected_total 5.0 8.0
      poolbench_pool_spuriously_rejected_total 1.0 3.0
      poolbench_queue_wait_seconds_count 50000 60000
      poolbench_queue_wait_seconds_sum 1.0 21.0
      poolbench_application_seconds_count 50000 60000
      poolbench_application_seconds_sum 9.0 14.0
      """;

  private static final List<String> BEFORE =
      SCRAPES.lines().map(line -> line.replaceFirst(" \\S+$", "")).toList();
  private static final List<String> AFTER =
      SCRAPES.lines().map(line -> line.replaceFirst(" \\S+", "")).toList();

  private final Histogram sampled = new Histogram(1, 1L << 30, 3);

  @Test
  void figuresAreDifferencesOverTheProvidersOwnTime() {
    Gained use = Gained.between(counters(BEFORE), counters(AFTER), Gained.calls(0), 2);

    assertThat(use.of(Metric.PROVIDER_CPU)).isEqualTo(50.0);
    assertThat(
            Gained.between(
                    counters(BEFORE), counters(AFTER), Gained.calls(0, Duration.ofSeconds(2)), 2)
                .of(Metric.PROVIDER_CPU))
        .as("of the time that the load ran")
        .isEqualTo(100.0);
    assertThat(use.of(Metric.PROVIDER_CPU_PER_CALL)).isCloseTo(400.0, EXACT);
    assertThat(use.of(Metric.JIT)).isCloseTo(10.0, EXACT);
    assertThat(use.of(Metric.QUEUE_WAIT_MEAN)).isCloseTo(2.0, EXACT);
    assertThat(use.of(Metric.APPLICATION_MEAN)).isCloseTo(0.5, EXACT);
    assertThat(use.of(Metric.REDIS_MEAN)).as("not read").isNull();
    assertThat(use.of(Metric.GC_COUNT)).isEqualTo(21);
    assertThat(use.of(Metric.GC_PAUSE)).isCloseTo(140, EXACT);
    assertThat(use.of(Metric.FULL_GC_PAUSE)).isCloseTo(100, EXACT);
    assertThat(use.values())
        .as("no kernel counters")
        .doesNotContainKeys(Metric.PROVIDER_CPU_JIT, Metric.PROVIDER_RUN_QUEUE_WAIT);
    assertThat(use.of(Metric.POOL_ACTIVE_MEAN)).isEqualTo(10 / 4.0);
    assertThat(use.of(Metric.POOL_ACTIVE_SAMPLED)).isEqualTo(8 / 4.0);
    assertThat(use.of(Metric.QUEUE_MEAN)).isEqualTo(2 / 4.0);
    assertThat(use.of(Metric.POOL_REJECTED)).isEqualTo(3);
    assertThat(use.of(Metric.POOL_SPURIOUSLY_REJECTED)).isEqualTo(2);
    assertThat(use.of(Metric.QUEUE_MAX)).as("not read").isNull();
  }

  @Test
  void collectionsOfUnknownKindAddNothing() {
    List<String> young = AFTER.stream().filter(line -> !line.contains("_gc_full_")).toList();
    Gained use = Gained.between(counters(BEFORE), counters(young), Gained.calls(0), 2);

    assertThat(use.of(Metric.GC_COUNT)).isEqualTo(20);
    assertThat(use.of(Metric.GC_PAUSE)).isCloseTo(40, EXACT);
    assertThat(use.of(Metric.FULL_GC_PAUSE)).isNull();
  }

  @Test
  void aMaximumIsOfTheWindowAloneAndNotAboveAnyRecordedValue() {
    Histogram queued = new Histogram(1, 1L << 30, 3);
    queued.recordValue(5_000);
    ProcessCounters before = histogram(ProviderHistograms.QUEUE_SIZE, queued);
    queued.recordValue(3);
    queued.recordValue(24);
    ProcessCounters after = histogram(ProviderHistograms.QUEUE_SIZE, queued);

    assertThat(Gained.between(before, after, Gained.calls(0), 1).of(Metric.QUEUE_MAX))
        .isEqualTo(24);

    queued.recordValue(3_001);
    ProcessCounters later = histogram(ProviderHistograms.QUEUE_SIZE, queued);
    assertThat(Gained.between(after, later, Gained.calls(0), 1).of(Metric.QUEUE_MAX))
        .isBetween(2_990.0, 3_001.0);
    assertThat(Gained.between(later, later, Gained.calls(0), 1).of(Metric.QUEUE_MAX))
        .as("no sample")
        .isNull();
  }

  @Test
  void kernelCountersGiveTheCpuOfCompilersAndWaitsForCpus() {
    ProcessCounters before =
        counters(
            BEFORE,
            new ThreadUse(1, "C1 CompilerThre", 1_000, 0, 10, 5, 5),
            new ThreadUse(2, "C2 CompilerThre", 1_000, 0, 10, 5, 5),
            new ThreadUse(3, "DubboServerHand", 1_000, 0, 10, 5, 5));
    ProcessCounters after =
        counters(
            AFTER,
            new ThreadUse(1, "C1 CompilerThre", 1_000_001_000, 200_000, 60, 5_005, 505),
            new ThreadUse(2, "C2 CompilerThre", 500_001_000, 100_000, 60, 5_005, 505),
            new ThreadUse(3, "DubboServerHand", 2_000_001_000, 300_000, 60, 15_005, 2_005));

    Gained use = Gained.between(before, after, Gained.calls(0), 2);

    // 4 s on 2 CPUs
    assertThat(use.of(Metric.PROVIDER_CPU_JIT)).isCloseTo(18.75, EXACT);
    assertThat(use.of(Metric.PROVIDER_RUN_QUEUE_WAIT)).isCloseTo(4.0, EXACT);
  }

  @Test
  void whatWasCountedBetweenWindowsIsCutOut() {
    ProcessCounters opened = scrape(0, 100, 10, 0, 5_000);
    ProcessCounters closed = scrape(4, 300, 20, 3, 24);
    ProcessCounters reopened = scrape(11, 900, 90, 8, 3_000);
    ProcessCounters ended = scrape(15, 1_000, 40, 9, 7);

    Gained joined =
        Gained.between(opened, closed, Gained.calls(0), 1)
            .and(Gained.between(reopened, ended, Gained.calls(0), 1));

    assertThat(joined.of(Metric.POOL_REJECTED)).isEqualTo(3 + 1);
    assertThat(joined.of(Metric.PROVIDER_CPU_PER_CALL)).isCloseTo(8e6 / 300, EXACT);
    assertThat(joined.of(Metric.PROVIDER_CPU)).isCloseTo(100, EXACT);
    assertThat(joined.of(Metric.RSS)).as("a state").isEqualTo(40);
    assertThat(joined.of(Metric.QUEUE_MAX)).as("of the windows").isEqualTo(24);
  }

  /** All CPU time is used; a sample of the pool's queue comes with each scrape. */
  private ProcessCounters scrape(int seconds, int completed, int mebibytes, int rejected, int max) {
    sampled.recordValue(max);
    Map<String, Double> values =
        Map.of(
            ProviderMetrics.CPU,
            7.0 + seconds,
            ProviderMetrics.POOL_COMPLETED,
            (double) completed,
            ProviderMetrics.RESIDENT,
            mebibytes * 1024.0 * 1024,
            ProviderMetrics.POOL_REJECTED,
            (double) rejected);
    return ProcessCounters.ofProvider(
        values, Map.of(ProviderHistograms.QUEUE_SIZE, Durations.copyOf(sampled)), Optional.empty());
  }

  @Test
  void withoutCountersEverythingIsUnknown() {
    assertThat(counters(List.of()).gainedSince(counters(List.of()), Side.PROVIDER))
        .isEqualTo(Counters.UNKNOWN);
  }

  private static ProcessCounters counters(List<String> lines, ThreadUse... threads) {
    return ProcessCounters.ofProvider(
        lines.stream()
            .map(line -> line.split(" "))
            .collect(Collectors.toMap(named -> named[0], named -> Double.valueOf(named[1]))),
        Map.of(),
        Optional.of(new ProcessThreads(List.of(threads))).filter(any -> threads.length > 0));
  }

  private static ProcessCounters histogram(String name, Histogram histogram) {
    return ProcessCounters.ofProvider(
        Map.of(), Map.of(name, Durations.copyOf(histogram)), Optional.empty());
  }
}
