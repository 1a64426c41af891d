package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics of a window, from two snapshots of a provider's counters that are given. */
class CounterDifferenceTest {
  /** The counters of a provider over ten seconds, before and after. */
  private static final Map<String, double[]> COUNTERS =
      Map.ofEntries(
          entry(ProviderMetrics.POOL_ACTIVE_TIME, of(5, 45)),
          entry(ProviderMetrics.POOL_SIZE, of(2, 8)),
          entry(ProviderMetrics.POOL_REJECTED, of(3, 10)),
          entry(ProviderMetrics.GC_YOUNG_COUNT, of(1, 1)),
          entry(ProviderMetrics.GC_FULL_COUNT, of(1, 3)),
          entry(ProviderMetrics.GC_FULL_PAUSE, of(0.5, 0.75)),
          entry(ProviderMetrics.HEAP_AFTER_GC, of(1 << 20, 3 << 20)),
          entry(ProviderMetrics.RESIDENT, of(1 << 20, 5 << 20)),
          entry(ProviderMetrics.PINNED, of(1, 2)),
          entry(ProviderMetrics.ASYNC_OPEN_TIME, of(0, 30)),
          entry(ProviderMetrics.sum(ProviderMetrics.SERVICE), of(1, 5)),
          entry(ProviderMetrics.count(ProviderMetrics.SERVICE), of(100, 1_100)),
          entry(ProviderMetrics.sum(ProviderMetrics.QUEUE_WAIT), of(1, 1)),
          entry(ProviderMetrics.count(ProviderMetrics.QUEUE_WAIT), of(0, 0)));

  private static double[] of(double before, double after) {
    return new double[] {before, after};
  }

  /**
   * With calls of 1, 2, ... 1,000 ms in their thread, 7 threads at most, and an empty histogram.
   */
  private static CounterDifference difference(Map<String, double[]> counters, Double seconds) {
    Function<Integer, Map<String, Double>> at =
        index ->
            counters.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue()[index]));
    Histogram millis = new Histogram(5);
    IntStream.rangeClosed(1, 1_000).forEach(each -> millis.recordValue(each * 1_000_000L));
    Histogram threads = new Histogram(3);
    List.of(3L, 7L, 5L).forEach(threads::recordValue);
    Map<String, Histogram> recorded =
        Map.of(
            ProviderHistograms.SERVICE,
            millis,
            ProviderHistograms.POOL_ACTIVE,
            threads,
            ProviderHistograms.QUEUE_SIZE,
            new Histogram(3));
    return new CounterDifference(
        at.apply(0), at.apply(1), name -> Optional.ofNullable(recorded.get(name)), seconds, 1e3, 4);
  }

  @ParameterizedTest
  @CsvSource({
    "POOL_ACTIVE_MEAN, 4", // 40 s of threads in 10 s
    "POOL_THREADS, 8",
    "POOL_REJECTED, 7",
    "FULL_GC_PAUSE, 250",
    "HEAP_AFTER_GC, 3",
    "RSS, 5",
    "PINNED, 25", // 1 s of 4 s
    "ASYNC_OPEN_MEAN, 3",
    "SERVICE_MEAN, 4", // 4 s of 1,000 calls
    "QUEUE_WAIT_MEAN,", // no call waited
    "POOL_ACTIVE_MAX, 7",
    "QUEUE_MAX,", // none was counted
    "QUEUE_MEAN,", // not reported
    "COMPLETION_MEAN,"
  })
  void metricsAreFunctionsOfTwoSnapshots(Metric metric, Double value) {
    Double measured = Metric.of(difference(COUNTERS, 10.0)).of(metric);
    if (value == null) {
      assertThat(measured).isNull();
    } else {
      assertThat(measured).isCloseTo(value, within(0.02));
    }
  }

  @Test
  void theTp99OfAStageIsThatOfItsHistogram() {
    assertThat(Metric.of(difference(COUNTERS, 10.0)).of(Metric.SERVICE_TP99))
        .isBetween(989.9, 990.1);
  }

  /** A growth needs no time; what is per second does. */
  @Test
  void withoutTheTimeBetweenSnapshotsNothingIsPerTime() {
    Figures figures = Metric.of(difference(COUNTERS, null));
    assertThat(figures.of(Metric.POOL_ACTIVE_MEAN)).isNull();
    assertThat(figures.of(Metric.POOL_REJECTED)).isEqualTo(7);
    assertThat(difference(COUNTERS, null).cpuSeconds()).isNull();
    assertThat(difference(COUNTERS, 10.0).cpuSeconds()).isEqualTo(40);
  }

  /** A snapshot of another provider, or of one that had not yet begun to count. */
  @Test
  void aCounterThatASnapshotLacksHasNotGrown() {
    CounterDifference complete = difference(COUNTERS, 10.0);
    Map<String, Double> without = new HashMap<>(complete.before());
    without.remove(ProviderMetrics.POOL_REJECTED);
    CounterDifference begun =
        new CounterDifference(without, complete.after(), complete.recorded(), 10.0, 1e3, 4);
    CounterDifference ended =
        new CounterDifference(complete.before(), without, complete.recorded(), 10.0, 1e3, 4);
    for (CounterDifference cut : List.of(begun, ended)) {
      assertThat(cut.gained(ProviderMetrics.POOL_REJECTED)).isNull();
      assertThat(cut.gained(ProviderMetrics.POOL_REJECTED, ProviderMetrics.GC_YOUNG_COUNT))
          .as("of the counter that is there")
          .isZero();
      assertThat(cut.gained(ProviderMetrics.GC_YOUNG_COUNT, ProviderMetrics.POOL_REJECTED))
          .isZero();
    }
    assertThat(complete.gained(ProviderMetrics.POOL_REJECTED, ProviderMetrics.GC_FULL_COUNT))
        .isEqualTo(9);
  }

  /** The heap's size after a collection of an earlier window says nothing about this one. */
  @Test
  void withoutACollectionTheHeapAfterItIsUnknown() {
    Map<String, double[]> none = new HashMap<>(COUNTERS);
    none.put(ProviderMetrics.GC_FULL_COUNT, of(3, 3));
    assertThat(Metric.of(difference(none, 10.0)).of(Metric.HEAP_AFTER_GC)).isNull();
  }

  /** A dubbo provider without asynchronous calls reports 0 of them, and times no completion. */
  @Test
  void openCallsAreKnownWhereACallReleasedItsThread() {
    Map<String, double[]> none = new HashMap<>(COUNTERS);
    none.put(ProviderMetrics.ASYNC_OPEN_TIME, of(30, 30));
    assertThat(Metric.of(difference(none, 10.0)).of(Metric.ASYNC_OPEN_MEAN)).isNull();
    none.put(ProviderMetrics.sum(ProviderMetrics.COMPLETION), of(0, 1));
    none.put(ProviderMetrics.count(ProviderMetrics.COMPLETION), of(0, 100));
    Figures completed = Metric.of(difference(none, 10.0));
    assertThat(completed.of(Metric.ASYNC_OPEN_MEAN)).isZero();
    assertThat(completed.of(Metric.COMPLETION_MEAN)).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({"10 20 5 10, 300", "7 7, 0", "10 0, ", "'',"})
  void theSpreadOfPartsIsTheExcessOfTheHighestOverTheLowest(String parts, Double pct) {
    List<Double> values =
        Stream.of(parts.split(" ", -1)).filter(of -> !of.isEmpty()).map(Double::valueOf).toList();
    assertThat(Stability.spreadPct(values)).isEqualTo(pct);
  }
}
